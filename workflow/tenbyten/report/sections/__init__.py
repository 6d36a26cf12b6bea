"""Tables of the report, one module a section of the page or family of tables.

They are registered in `sections.registry`; a job that needs a few of them imports
their modules alone.
"""
