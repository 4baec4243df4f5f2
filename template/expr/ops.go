// This file defines the operators as functions of the library (§2.1).

package expr

func operatorFunctions() []Function { return nil }
