"""Compute the normal distribution function, to the last bit of WEKA's.

Where a normal density is thin, its probability is a difference of two numbers near one,
and the last bit of the distribution function decides.

References
----------
Moshier (2000). Cephes mathematical library, ndtr.c (netlib).
"""

import math

from tenbyten.kernels import kernel

_SQRT1_2 = 0.7071067811865476

# erfc(x) = exp(-x^2) P(x) / Q(x) for 1 <= x < 8 and exp(-x^2) R(x) / S(x) above;
# erf(x) = x T(x^2) / U(x^2) for x < 1. Highest power first; Q, S and U begin with 1.
# fmt: off
_P = (
    2.46196981473530512524e-10, 5.64189564831068821977e-1, 7.46321056442269912687e0,
    4.86371970985681366614e1, 1.96520832956077098242e2, 5.26445194995477358631e2,
    9.34528527171957607540e2, 1.02755188689515710272e3, 5.57535335369399327526e2,
)
_Q = (
    1.0, 1.32281951154744992508e1, 8.67072140885989742329e1,
    3.54937778887819891062e2, 9.75708501743205489753e2, 1.82390916687909736289e3,
    2.24633760818710981792e3, 1.65666309194161350182e3, 5.57535340817727675546e2,
)
_R = (
    5.64189583547755073984e-1, 1.27536670759978104416e0, 5.01905042251180477414e0,
    6.16021097993053585195e0, 7.40974269950448939160e0, 2.97886665372100240670e0,
)
_S = (
    1.0, 2.26052863220117276590e0, 9.39603524938001434673e0,
    1.20489539808096656605e1, 1.70814450747565897222e1, 9.60896809063285878198e0,
    3.36907645100081516050e0,
)
_T = (
    9.60497373987051638749e0, 9.00260197203842689217e1, 2.23200534594684319226e3,
    7.00332514112805075473e3, 5.55923013010394962768e4,
)
_U = (
    1.0, 3.35617141647503099647e1, 5.21357949780152679795e2,
    4.59432382970980127987e3, 2.26290000613890934246e4, 4.92673942608635921086e4,
)
# fmt: on


@kernel
def normal_distribution(x):
    """Return the probability that a standard normal variable is at most `x`."""
    t = x * _SQRT1_2
    if abs(t) < _SQRT1_2:
        return 0.5 + 0.5 * _erf(t)
    half = 0.5 * _erfc(abs(t))
    return 1.0 - half if t > 0 else half


@kernel
def _erf(x):
    """Error function of -1 <= x <= 1."""
    return x * _polynomial(x * x, _T) / _polynomial(x * x, _U)


@kernel
def _erfc(x):
    """Complementary error function of x >= 0."""
    if x < 1.0:
        return 1.0 - _erf(x)
    if x * x > 709.782712893384:
        return 0.0
    tail = math.exp(-x * x)
    if x < 8.0:
        return tail * _polynomial(x, _P) / _polynomial(x, _Q)
    return tail * _polynomial(x, _R) / _polynomial(x, _S)


@kernel
def _polynomial(x, coefficients):
    """Polynomial by Horner's rule, the highest power first."""
    total = coefficients[0]
    for coefficient in coefficients[1:]:
        total = total * x + coefficient
    return total
