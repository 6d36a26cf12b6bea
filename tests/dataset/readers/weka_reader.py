"""WEKA's own reading of ARFF files, by a JVM that ends with this process.

Usage: weka_reader.py WEKA_JAR OUTPUT FILE...
"""

import pickle
import sys

import jpype
import numpy as np


def read(path):
    """Names, labels and values that WEKA reads from a UTF-8 ARFF file."""
    stream = jpype.JClass("java.io.FileInputStream")(path)
    reader = jpype.JClass("java.io.InputStreamReader")(stream, "UTF-8")
    buffered = jpype.JClass("java.io.BufferedReader")(reader)
    data = jpype.JClass("weka.core.Instances")(buffered)
    buffered.close()
    attributes, columns = [], []
    for index in range(data.numAttributes()):
        attribute = data.attribute(index)
        labels = None
        if attribute.isNominal():
            values = range(attribute.numValues())
            labels = tuple(str(attribute.value(value)) for value in values)
        attributes.append((str(attribute.name()), labels))
        columns.append(np.array(data.attributeToDoubleArray(index), dtype=np.float64))
    return attributes, np.column_stack(columns)


if __name__ == "__main__":
    jar, output, *paths = sys.argv[1:]
    jpype.startJVM("-Djava.awt.headless=true", "-Xmx500m", classpath=[jar])
    with open(output, "wb") as file:
        pickle.dump([read(path) for path in paths], file)
