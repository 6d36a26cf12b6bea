"""Tables of the report, one module a section of the page or family of tables.

`sections.registry` registers them; a job that needs a few of them imports only their
modules.
"""
