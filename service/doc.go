// Package service is one service: its ports, its instances, its policy.
package service
