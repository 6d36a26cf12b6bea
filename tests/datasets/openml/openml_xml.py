"""Documents as OpenML's server writes them."""

from xml.sax.saxutils import escape, quoteattr

NAMESPACE = 'xmlns:oml="http://openml.org/openml"'


def feature(index, name, labels):
    """Inside of one feature; `labels` is a sequence or the name of another type."""
    is_nominal = not isinstance(labels, str)
    return elements_of(
        {
            "index": index,
            "name": name,
            "data_type": "nominal" if is_nominal else labels,
            "nominal_value": labels if is_nominal else (),
            "is_target": "false",
            "number_of_missing_values": 0,
        }
    )


def element(name, inside):
    return f"<oml:{name}>{inside}</oml:{name}>"


def elements_of(values):
    """One element a value, several for a sequence, none for None."""
    elements = []
    for name, value in values.items():
        several = value if isinstance(value, (list, tuple)) else [value]
        elements += [element(name, escape(str(v))) for v in several if v is not None]
    return "".join(elements)


def input_of(name, inside):
    return f"<oml:input name={quoteattr(name)}>{inside}</oml:input>"


def wrapped(root, inside):
    header = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return f"{header}<oml:{root} {NAMESPACE}>{inside}</oml:{root}>\n".encode()


def document(root, values):
    return wrapped(root, elements_of(values))
