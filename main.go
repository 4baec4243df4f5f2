// Command runner runs Open Job Description job templates on this machine.
package main

func main() {}
