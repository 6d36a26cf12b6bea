"""WEKA's own classifiers, in a Java virtual machine."""
