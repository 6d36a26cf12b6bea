"""Text in LaTeX: escaped, formulas set as such, and its width."""

import re
import shutil
import subprocess

import pytest

from tenbyten.report.latex_text import escape, points


def test_every_letter_that_tex_reads_as_a_command_is_escaped():
    assert escape("50% of_$x^2$ & {b}\\ ~#<>|") == (
        r"50\% of\_\$x\textasciicircum{}2\$ \& \{b\}\textbackslash{} "
        r"\textasciitilde{}\#\textless{}\textgreater{}\textbar{}"
    )
    assert escape("a\n\nb") == "a b"
    assert escape("*") == "{}*"


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("alpha = 0.05, rho = 1/folds.", r"$\alpha$ = 0.05, $\rho$ = 1/folds."),
        ("P(X > q/2) > 1 - alpha", r"$P(X > q/2)$ \textgreater{} $1 - \alpha$"),
        ("P(X >= q/2)", r"$P(X \ge q/2)$"),
        ("Critical values at alpha.", r"Critical values at $\alpha$."),
        ("R+ = 42, R- = 13", r"$R^+$ = 42, $R^-$ = 13"),
        ("p < 0.0001; q = 10", r"$p$ \textless{} 0.0001; $q$ = 10"),
        ("∘ better, • worse, ∞", r"$\circ$ better, $\bullet$ worse, $\infty$"),
    ],
)
def test_the_formulas_of_the_report_are_set_as_such(text, latex):
    assert escape(text) == latex


@pytest.mark.parametrize("name", ["alpha-beta", "rhodium", "R-forest", "R++", "stop"])
def test_a_name_is_no_formula(name):
    assert escape(name) == name


@pytest.mark.slow
def test_widths_are_those_of_computer_modern(tmp_path):
    if not shutil.which("pdflatex"):
        pytest.skip("no pdflatex: apt-get install texlive-latex-recommended")
    texts = [chr(code) for code in range(33, 127) if chr(code) not in "^~"]
    texts += ["naive Bayes", "0.1234", "85.31 (1.23)", "breast-cancer"]
    written = [escape(text) for text in texts]
    written += [rf"\textbf{{{x}}}" for x in written[-4:]]
    boxes = "\n".join(
        rf"\setbox0\hbox{{{x}}}\typeout{{WIDTH \the\wd0}}" for x in written
    )
    head = r"\documentclass{article}\begin{document}"
    (tmp_path / "w.tex").write_text(f"{head}\n{boxes}\n" + r"\end{document}")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "w.tex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    measured = list(map(float, re.findall(r"WIDTH ([\d.]+)pt", done.stdout)))
    assert len(measured) == len(written)
    for latex, width in zip(written, measured, strict=True):
        # Wider by a tenth, but for a command, which counts as a wide mark.
        assert width - 0.05 <= points(latex), latex
        wide = 4.5 if r"\text" in latex.replace(r"\textbf", "") else 0.5
        assert points(latex) <= 1.07 * width + wide, latex
