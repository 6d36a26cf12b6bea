"""Colours of all figures."""

# Blue and vermillion of Okabe and Ito's palette, told apart with every kind of colour
# vision; all but ink and surface have a contrast of 3:1 on white and on a dark page.
INK = "#1f2328"
MUTED = "#5f6670"
SURFACE = "#ffffff"
ROW = "#0072b2"
COLUMN = "#d55e00"
# Of row better, practically equivalent, column better.
OUTCOMES = (ROW, MUTED, COLUMN)

# The custom properties of CSS by which a page recolours figures.
PROPERTIES = {
    INK: "--ink",
    MUTED: "--muted",
    SURFACE: "--surface",
    ROW: "--accent-1",
    COLUMN: "--accent-2",
}
