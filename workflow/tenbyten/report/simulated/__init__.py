"""Tables and figures of simulation studies, one module or folder a problem."""
