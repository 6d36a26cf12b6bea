"""A study's jobs, and what each is made from, follow from its files alone."""

import shutil
import sys
from types import SimpleNamespace

import pytest
import yaml
from holes import ARFF

from tenbyten.engines import engine
from tenbyten.jobs import plan
from tenbyten.jobs.plan import cut_batches, cut_parts
from tenbyten.jobs.setup import set_up
from tenbyten.versions import code_digest

BAYES = {"scikit_learn": {"learner": "sklearn.naive_bayes.GaussianNB"}}
TREE = {"learner": "sklearn.tree.DecisionTreeClassifier", "settings": {"max_depth": 2}}
MINE = {"scikit_learn": {"learner": "mine.Best"}}
STUDY = {
    "datasets": "few.tsv",
    "runs": 2,
    "folds": 3,
    "classifiers": {"Bayes": BAYES, "Tree": {"scikit_learn": TREE}},
}
ROWS = ["iris\t150\tiris\t", "lenses\t24\tcontact-lenses\t", "holes\t12\t\tholes.arff"]
ROWS += ["monks\t432\tmonks-1\t", "wine\t178\twine\t", "iris-2\t150\tiris\t"]


@pytest.fixture
def of(tmp_path, monkeypatch):
    """Set a study up, with other keys, rows of its sheet and keys of the machine."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "holes.arff").write_text(ARFF)
    (tmp_path / "mine" / "mine.py").write_text("class Best:\n    depth = 2\n")

    def of(*, folder=tmp_path / "mine", rows=ROWS, machine=(), **keys):
        sheet = "\n".join(["name\tinstances\tbundled\tarff", *rows]) + "\n"
        (folder / "few.tsv").write_text(sheet)
        path = folder / "few.yaml"
        path.write_text(yaml.safe_dump(STUDY | keys))
        # As another process looks at modules.
        engine._made_with.cache_clear()
        return set_up({"study": str(path), "datasets_per_job": 1} | dict(machine))

    return of


def changed(before, after):
    """The jobs that are new, or would be made from something else."""
    then, now = before.fingerprints, after.fingerprints
    return {job for job in now if then.get(job) != now[job]} - {"record_provenance"}


def rules_of(jobs):
    return {job.partition("/")[0] for job in jobs}


def counted(jobs):
    """Those that prepare or cross-validate."""
    return {job for job in jobs if job.startswith(("prepare/", "crossvalidate/"))}


def panel_of(study, name):
    """The panel of a classifier."""
    panels = study.panels.items()
    return next(x for x, p in panels if name in [c.name for c in p.classifiers])


def test_every_job_has_its_rule_and_wildcards_and_leaves_a_record(of):
    study = of()
    jobs = list(study.expected["few"])
    assert jobs[:2] == ["prepare/from-iris", "prepare/from-lenses"]
    assert "crossvalidate/scikit_learn/from-lenses" in jobs
    assert {"collect", "run_signed_rank", "analyse"} <= set(jobs)
    assert list(study.jobs) == [f"results/few/made/{job}.json" for job in jobs]
    assert len(set(study.results)) == len(study.results)
    assert study.amounts["crossvalidate", "scikit_learn", "from-lenses"][0] == 12
    part = SimpleNamespace(panel="scikit_learn", part="from-lenses")
    assert study.plan.settings_of_counts(**vars(part))["datasets"] == ["lenses"]
    assert study.to_read(part)["archive"] == "results/few/data/from-lenses.zip"


def test_a_setting_changes_the_counts_of_its_panel_alone(of):
    deeper = {"scikit_learn": TREE | {"settings": {"max_depth": 3}}}
    both = {"Bayes": {"native": {"learner": "NaiveBayes"}}}
    before = of(classifiers=both | {"Tree": {"scikit_learn": TREE}})
    jobs = counted(changed(before, of(classifiers=both | {"Tree": deeper})))
    assert len(jobs) == len(ROWS)
    assert all(job.startswith("crossvalidate/scikit_learn/") for job in jobs)


@pytest.mark.parametrize(
    ("keys", "rules"),
    [
        ({"seed": 2}, {"prepare", "crossvalidate"}),
        ({"metrics": ["auc"]}, {"crossvalidate", "collect"}),
        ({"seeds": 3}, {"crossvalidate", "collect"}),
        ({"failures": "exclude"}, {"crossvalidate", "collect"}),
        ({"title": "Another"}, {"analyse"}),
    ],
)
def test_a_key_changes_the_jobs_that_it_is_for(of, keys, rules):
    found = rules_of(changed(of(), of(**keys)))
    assert found & {"prepare", "crossvalidate", "collect"} == rules - {"analyse"}
    assert not rules or rules <= found


def test_seeds_multiply_the_estimate_of_what_can_draw_and_one_is_no_setting(of):
    keys = {"classifiers": {"Tree": {"native": {"learner": "J48"}}, "Bayes": BAYES}}
    once, thrice = of(**keys).plan, of(**keys, seeds=3).plan
    for panel, times in ((panel_of(once, "Tree"), 1), (panel_of(once, "Bayes"), 3)):
        seconds = times * once.seconds_of_run(panel, "iris")
        assert thrice.seconds_of_run(panel, "iris") == pytest.approx(seconds)
        assert "seeds" not in str(once.settings_of_counts(panel, "from-iris"))
        assert str(thrice.settings_of_counts(panel, "from-iris")).count("'seeds'") == 2


def test_a_data_set_in_the_middle_of_the_sheet_changes_its_own_batch(of):
    rows = [*ROWS[:1], "added\t150\tiris\t", *ROWS[1:]]
    jobs = changed(of(), of(rows=rows))
    assert counted(jobs) == {
        "prepare/from-added",
        "crossvalidate/scikit_learn/from-added",
    }


def test_numbers_of_the_sheet_and_its_folder_change_nothing(of, tmp_path):
    before = of()
    moved = shutil.copytree(tmp_path / "mine", tmp_path / "elsewhere")
    assert changed(before, of(folder=moved)) == set()
    assert changed(before, of(machine={"cache": "other", "runs_per_job": 0})) == set()
    # Without the first data set all others have another number.
    assert counted(changed(before, of(rows=ROWS[1:]))) == set()


def test_what_prepares_data_changes_archives_alone(of, monkeypatch):
    before = of().fingerprints
    monkeypatch.setattr(plan, "DATA_VERSION", plan.DATA_VERSION + 1)
    after = of().fingerprints
    found = {job for job in before if before[job] != after[job]}
    assert rules_of(found) == {"prepare"}


def test_a_users_own_class_counts_by_its_code(of, tmp_path):
    keys = {"classifiers": {"Mine": MINE, "Bayes": BAYES}}
    file = tmp_path / "mine" / "mine.py"
    before = of(**keys)
    assert before.fingerprints
    file.write_text('"""Mine."""\n# The best.\n' + file.read_text())
    assert changed(before, of(**keys)) == set()
    file.write_text(file.read_text().replace("2", "3"))
    jobs = changed(before, of(**keys))
    panel = panel_of(before, "Mine")
    assert len(jobs) == len(ROWS)
    assert all(job.startswith(f"crossvalidate/{panel}/") for job in jobs)


def test_what_classifiers_import_is_known_once(of, tmp_path):
    file = tmp_path / "mine" / "mine.py"
    file.write_text("import threadpoolctl, yaml\n" + file.read_text())
    tree = {"native": {"learner": "J48"}}
    found = of(classifiers={"Mine": MINE, "Bayes": BAYES, "J48": tree}).counted_with()
    assert found["modules"] == {"mine": code_digest(file.read_bytes())}
    assert {"numba", "numpy", "PyYAML", "threadpoolctl"} <= set(found["libraries"])


def test_sizes_of_jobs_are_the_machines(of):
    study = of(machine={"datasets_per_job": 1, "runs_per_job": 1})
    assert list(study.plan.batches) == [f"from-{x.partition(chr(9))[0]}" for x in ROWS]
    parts = list(study.plan.parts["scikit_learn"])
    assert parts[:2] == ["from-iris.1-of-2", "from-iris.2-of-2"]


def test_a_class_that_is_not_known_has_few_jobs_on_small_data_and_many_on_large(of):
    keys = {"classifiers": {"Mine": MINE, "Bayes": BAYES}, "runs": 10}
    study = of(rows=["large\t50000\tiris\t", *ROWS], **keys)
    parts = list(study.plan.parts[panel_of(study, "Mine")])
    assert parts[9:12] == ["from-large.10-of-10", "from-iris", "from-lenses"]


def test_a_job_asks_for_the_time_of_all_and_the_memory_of_the_largest(of):
    classifiers = {"Bayes": BAYES | {"mem_mb": 123, "runtime": 45}}
    classifiers |= {"Tree": {"scikit_learn": TREE}}
    study = of(classifiers=classifiers, machine={"datasets_per_job": 4})
    both = study.plan.batches["from-iris"]
    assert len(both) > 1
    panel = panel_of(study, "Bayes")
    assert study.plan.to_evaluate(panel, "from-iris") == (45, 123)
    panel = panel_of(study, "Tree")
    found = study.plan.to_evaluate(panel, "from-iris")
    alone = of(classifiers=classifiers).plan
    every = [alone.to_evaluate(panel, f"from-{x}") for x in both]
    assert found.megabytes == max(x.megabytes for x in every)
    assert found.minutes >= max(x.minutes for x in every)


@pytest.mark.parametrize(("instances", "needed"), [(1_000_000, 450), (2_000_000, 900)])
def test_memory_to_prepare_grows_with_the_cells(of, instances, needed):
    found = of(rows=[f"large\t{instances}\tiris\t", *ROWS]).plan
    asked = found.to_prepare("from-large").megabytes
    assert 2 * needed < asked < 10 * needed
    assert found.to_prepare("from-monks").megabytes < asked


def test_decisions_are_published_on_the_first_metric_alone(of):
    published = {"source": "theirs", "decisions": {"all": {"Bayes": {"Tree": "1/1"}}}}
    study = of(metric=["accuracy", "auc"], metrics=["auc"], published=published)
    first, other = study.expected.values()
    assert first.keys() - other.keys() >= {"collect", "analyse"}
    assert study.of_metrics("published") == ["results/few/tables/published.csv"]


def test_times_measured_alone_have_counts_and_cores_of_their_own(of):
    times, panel = {"metrics": ["fit_seconds"]}, SimpleNamespace(panel="scikit_learn")
    rough, alone = of(**times), of(**times, timing="alone")
    assert "crossvalidate" in rules_of(changed(rough, alone))
    # Without times it has no effect.
    assert rules_of(changed(of(), of(timing="alone"))) <= {"analyse"}
    rough.cores = alone.cores = 4
    assert (rough.threads_of_job(panel), alone.threads_of_job(panel)) == (1, 4)
    alone.cores = None
    with pytest.raises(ValueError, match="names no cores; add `--cores`"):
        alone.threads_of_job(panel)


def test_more_threads_than_cores_are_refused_before_anything_runs(of, monkeypatch):
    study = of(classifiers=STUDY["classifiers"] | {"Bayes": BAYES | {"threads": 3}})
    with pytest.raises(ValueError, match="threads: is 3, and this call has 2"):
        study.check(2)
    # A dry run without `--cores`, and a run with one.
    monkeypatch.setenv("TENBYTEN_CHECKED", "")
    study.begin(1)
    with pytest.raises(ValueError, match="threads: is 3, and this call has 1"):
        study.check_made()


def test_results_of_another_file_of_this_name_are_not_replaced(of, tmp_path):
    shutil.copytree(tmp_path / "mine", tmp_path / "other")
    of(duplicates="allow").start()
    of().begin(2)
    message = (
        "has the results of another study file of this name, mine/few.yaml; rename"
    )
    with pytest.raises(ValueError, match=message):
        of(folder=tmp_path / "other").begin(2)
    (tmp_path / "mine").rename(tmp_path / "moved")
    of(folder=tmp_path / "moved").begin(2)


SIZES = {f"data-{number}": 100 * number for number in range(100)}


def test_every_data_set_is_in_one_batch_in_its_order():
    batches = cut_batches(SIZES)
    assert [name for batch in batches.values() for name in batch] == list(SIZES)
    assert all(key == f"from-{names[0]}" for key, names in batches.items())
    assert 5 < len(batches) < 30
    assert max(map(len, batches.values())) <= 20


@pytest.mark.parametrize("place", range(0, 100, 7))
def test_a_data_set_that_is_added_changes_no_other_batch(place):
    before, names = cut_batches(SIZES), list(SIZES)
    names.insert(place, "added")
    after = cut_batches({name: SIZES.get(name, 5) for name in names})
    others = {tuple(x) for x in before.values()} - {tuple(x) for x in after.values()}
    # Its own, and where one is full those up to the next that begins by its name.
    assert len(others) <= 2


def test_a_data_set_of_unstated_size_is_alone():
    batches = cut_batches(SIZES | {"data-50": None})
    assert batches["from-data-50"] == ["data-50"]
    assert "from-data-51" in batches


def test_copies_of_a_data_set_are_refused_before_a_job(of, tmp_path):
    (tmp_path / "mine" / "again.arff").write_text(f"% The same table.\n{ARFF}")

    def look(*rows, **keys):
        study = of(rows=rows, **keys)
        study.refuse_copies(study.plan.read_small_files())

    bundled, again, other = ROWS[0], ROWS[-1], ROWS[1]
    with pytest.raises(ValueError, match=r"^data sets iris, iris-2 are one table: "):
        look(bundled, other, again)
    look(bundled, other, again, duplicates="allow")
    look(bundled, other)
    for stated in ("", "12"):
        with pytest.raises(ValueError, match="holes, again are one table"):
            look(ROWS[2], bundled, f"again\t{stated}\t\tagain.arff")


def test_an_estimate_is_of_the_size_that_is_stated_or_that_of_the_file(of, tmp_path):
    large = (
        "@relation l\n@attribute x real\n@attribute c {a,b}\n@data\n" + "1,a\n" * 9000
    )
    (tmp_path / "mine" / "large.arff").write_text(large)
    study = of(rows=["large\t\t\tlarge.arff", *ROWS])
    rows = {x: y["instances"] for x, y in study.plan.known_sizes.items()}
    assert rows == {"large": 360} | {x: int(y) for x, y, *_ in map(str.split, ROWS)}
    assert study.unsized == 0
    told = study.amounts["crossvalidate", "scikit_learn", "from-large"][1]
    assert told < study.plan.amount("scikit_learn", "from-large")[1] + plan.JOB_SECONDS
    # A run that has kept nothing yet is told the same as a trial.
    of_cache = study.plan.amount_left("scikit_learn", "from-large", {}, tmp_path)
    assert of_cache == study.amounts["crossvalidate", "scikit_learn", "from-large"]
    study.plan.paces["Tree"] = 1000
    study.forecast()
    assert study.amounts["crossvalidate", "scikit_learn", "from-large"][1] > 2 * told


def test_so_many_data_sets_share_a_job():
    one = cut_batches(SIZES, datasets_per_job=1)
    assert list(one.values()) == [[name] for name in SIZES]
    few = cut_batches(SIZES, datasets_per_job=3)
    assert max(map(len, few.values())) == 3


def test_a_heavy_batch_is_cut_by_runs_and_every_run_is_in_one_part():
    batches, seconds = {"a": ["x", "y"], "b": ["z"]}, {"x": 1, "y": 8, "z": 1}
    parts = cut_parts(batches, seconds.get, runs=10)
    assert list(parts) == ["a.1-of-2", "a.2-of-2", "b"]
    assert [part.runs(10) for part in parts.values()] == [
        [1, 3, 5, 7, 9],
        [2, 4, 6, 8, 10],
        list(range(1, 11)),
    ]
    parts = cut_parts({"a": ["x"]}, lambda _: 1e9, runs=2)
    assert list(parts) == ["a.1-of-2", "a.2-of-2"]


def test_runs_that_are_added_join_the_parts_that_there_are():
    few, more = (cut_parts({"a": ["x"]}, lambda _: 25, runs=n) for n in (10, 12))
    assert few == more
    assert more["a.2-of-5"].runs(12) == [2, 7, 12]


def test_so_many_runs_share_a_job_at_most():
    parts = cut_parts({"a": ["x"]}, lambda _: 0, runs=10, runs_per_job=4)
    assert [len(part.runs(10)) for part in parts.values()] == [4, 3, 3]
