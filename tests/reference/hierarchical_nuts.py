"""Record the hierarchical model's posterior as a sampler of its own finds it.

Run with numpyro 0.22.0 and jax 0.10.2, which the project does not need otherwise:

    python tests/reference/hierarchical_nuts.py

It writes hierarchical_differences.csv, fold differences of each case, and
hierarchical_nuts.csv, what 32 chains of 2000 draws (after 1500 of warming up) of
NUTS say of them, with the standard errors of that. Nothing of the package is used:
every fold is in the likelihood, every data set has its own delta and sigma.
"""

from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import numpyro
import numpyro.distributions as dist
from numpyro.diagnostics import effective_sample_size, split_gelman_rubin
from numpyro.infer import MCMC, NUTS
from scipy.stats import t

HERE = Path(__file__).parent
ROPE = 0.01
CHAINS, WARMING_UP, DRAWS, SEED = 32, 1500, 2000, 20


def published(row, column):
    """Differences of two classifiers of the paper on its 54 data sets."""
    counts = {}
    for line in (HERE / "paper_counts.csv").read_text().splitlines()[1:]:
        dataset, classifier, correct = line.split(",")
        counts[dataset, classifier] = np.array(correct.split(), dtype=int)
    rows = []
    for dataset, classifier in counts:
        if classifier != row:
            continue
        # Folds of the recorded runs differ in size by one instance at most; the
        # largest count of correct predictions stands for the size here.
        tested = max(max(c) for (d, _), c in counts.items() if d == dataset)
        rows.append((counts[dataset, column] - counts[dataset, row]) / tested)
    return np.array(rows)


def simulated(seed, datasets, folds, rho, *, delta0, sigma0, nu):
    """Correlated differences from the model itself."""
    rng = np.random.default_rng(seed)
    delta = delta0 + sigma0 * rng.standard_t(nu, (datasets, 1))
    sigma = rng.uniform(0.01, 0.08, (datasets, 1))
    common = np.sqrt(rho) * rng.standard_normal((datasets, 1))
    own = np.sqrt(1 - rho) * rng.standard_normal((datasets, folds))
    return np.round(delta + sigma * (common + own), 6)


CASES = {
    # name: differences, rho, whether the deltas are drawn around delta0
    "five": (simulated(4, 5, 10, 0.2, delta0=0.02, sigma0=0.01, nu=10), 0.2, True),
    "twenty": (simulated(3, 20, 100, 0.1, delta0=0.01, sigma0=0.01, nu=2), 0.1, False),
    "naive_bayes_aode": (published("NaiveBayes", "AODE"), 0.1, False),
    "aode_hnb": (published("AODE", "HNB"), 0.1, False),
}


def without_constants(differences):
    """Give constant data sets plus and minus rope / sqrt(3) in half the folds each."""
    constant = np.ptp(differences, axis=1, keepdims=True) == 0
    signs = np.where(np.arange(differences.shape[1]) % 2, 1, -1)
    return differences + constant * signs * ROPE / np.sqrt(3)


def model(x, rho, around):
    """Posterior in units of the mean deviation of the data sets."""
    datasets, n = x.shape
    unit = jnp.mean(jnp.std(x, axis=1, ddof=1))
    x = x / unit
    deviation = jnp.mean(jnp.std(x, axis=1, ddof=1))
    spread = jnp.std(jnp.mean(x, axis=1), ddof=1)
    delta0 = numpyro.sample("delta0", dist.Uniform(-1 / unit, 1 / unit))
    sigma0 = numpyro.sample("sigma0", dist.Uniform(0, 1000 * spread))
    alpha = numpyro.sample("alpha", dist.Uniform(0.5, 5))
    beta = numpyro.sample("beta", dist.Uniform(0.05, 0.15))
    nu = 1 + numpyro.sample("excess", dist.Gamma(alpha, beta))
    with numpyro.plate("datasets", datasets):
        sigma = numpyro.sample("sigma", dist.Uniform(0, 1000 * deviation))
        if around:
            delta = delta0 + sigma0 * numpyro.sample("z", dist.StudentT(nu))
        else:
            delta = numpyro.sample("z", dist.StudentT(nu, delta0, sigma0))
    numpyro.deterministic("delta", delta)
    # The inverse of (1 - rho) I + rho J by Sherman and Morrison; sums of residuals.
    sums, squares = jnp.sum(x, axis=1), jnp.sum(x**2, axis=1)
    residual = sums - n * delta
    residual_squares = squares - 2 * delta * sums + n * delta**2
    shared = residual**2 * rho / (1 + (n - 1) * rho)
    quadratic = (residual_squares - shared) / (1 - rho)
    numpyro.factor("folds", jnp.sum(-n * jnp.log(sigma) - quadratic / 2 / sigma**2))


def summarise(name, differences, rho, around):
    """Run the chains; lines of name, quantity, mean, its standard error, R hat."""
    x = without_constants(differences)
    kernel = NUTS(model, target_accept_prob=0.98)
    chains = MCMC(
        kernel,
        num_warmup=WARMING_UP,
        num_samples=DRAWS,
        num_chains=CHAINS,
        chain_method="vectorized",
        progress_bar=False,
    )
    fields = ("diverging", "num_steps")
    chains.run(jax.random.PRNGKey(SEED), x, rho, around, extra_fields=fields)
    draws = {k: np.asarray(v) for k, v in chains.get_samples(True).items()}
    extra = chains.get_extra_fields()
    print(name, {field: float(np.sum(extra[field])) for field in fields})
    unit = np.mean(np.std(x, axis=1, ddof=1))
    delta0, sigma0 = draws["delta0"] * unit, draws["sigma0"] * unit
    nu = 1 + draws["excess"]
    row = t.cdf((-ROPE - delta0) / sigma0, nu)
    column = t.sf((ROPE - delta0) / sigma0, nu)
    most = np.argmax([row, 1 - row - column, column], axis=0)
    quantities = {
        "row": most == 0,
        "rope": most == 1,
        "column": most == 2,
        "delta0": delta0,
        "sigma0": sigma0,
        "nu": nu,
    }
    for i in range(len(x)):
        quantities[f"shrunken {i}"] = draws["delta"][..., i] * unit
    for quantity, values in quantities.items():
        values = values.astype(float)
        if np.ptp(values) == 0:
            yield name, quantity, values[0, 0], 0.0, 1.0
            continue
        error = np.std(values) / np.sqrt(effective_sample_size(values))
        yield name, quantity, np.mean(values), error, split_gelman_rubin(values)


if __name__ == "__main__":
    numpyro.enable_x64()
    with open(HERE / "hierarchical_differences.csv", "w") as file:
        file.write("case,rho,differences\n")
        for name, (differences, rho, _) in CASES.items():
            for values in differences:
                file.write(f"{name},{rho},{' '.join(f'{v:.6g}' for v in values)}\n")
    with open(HERE / "hierarchical_nuts.csv", "w") as file:
        file.write("case,quantity,mean,standard_error,r_hat\n")
        for name, case in CASES.items():
            for *names, mean, error, hat in summarise(name, *case):
                file.write(f"{','.join(names)},{mean:.6g},{error:.2g},{hat:.4f}\n")
            file.flush()
