# SPDX-License-Identifier: Apache-2.0
"""The tables and verdicts of the report; run by report.bats with benchmarks/report on the path."""

import json
import re
import tempfile
import unittest
from pathlib import Path

import programs
import summary
from faults import Faults
from lines import BySample, Median, Outputs, Table, fixed, percentile, ratio, read, slope
from report import report

PUBLISHED = Path(__file__).parents[2] / "results" / "published"
HEADER = {
    "type": "header",
    "format": 1,
    "startedAt": "today",
    "host": {"commit": "c", "cpu": "x", "cpus": 2, "memoryMb": 4, "kernel": "Linux", "jdk": "17"},
    "options": {"bench": "pi", "arms": ["reuse"], "heartbeatMs": 1, "seed": 1, "upOptions": []},
}


def header(bench):
    return {**HEADER, "options": {**HEADER["options"], "bench": bench}}


def sample(workload="pi", arm="reuse", round=0, jobs=(), containers=(), outputs=None, **more):
    return {
        "type": "sample",
        "workload": workload,
        "arm": arm,
        "round": round,
        "startedMs": 0,
        "wallMs": 0,
        "jobs": list(jobs),
        "containers": list(containers),
        "outputs": {"pi": "3"} if outputs is None else outputs,
        "cpuMs": {},
        **more,
    }


def job(name, started, elapsed):
    return {"name": name, "startedMs": started, "elapsedMs": elapsed}


def container(id, kind="map", launch="reuse", reason="", **at):
    return {"container": id, "kind": kind, "launch": launch, "reason": reason, "slot": 0, "at": at}


def cells(table, *begin):
    """The cells of the line that begins with these, as text."""
    for line in str(table).splitlines():
        found = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and found[: len(begin)] == list(begin):
            return found
    raise AssertionError(f"no line {begin} in\n{table}")


class PublishedTest(unittest.TestCase):
    EQUAL = (
        "gangs-20261125-2cores launch-20261128-2cores masters-20261124-2cores mpi-start-20261128-2cores"
        " pingpong-20261126-2cores primecount-20261125-2cores release-20261128-2cores terasort-20261125-2cores"
    ).split()

    def test_summaries_are_made_again_as_they_were_published(self):
        for name in self.EQUAL:
            with self.subTest(run=name):
                run = PUBLISHED / name
                text, wrong = report(read(run / "samples.jsonl"), run / "outputs")
                self.assertEqual((run / "summary.md").read_text(encoding="utf-8"), text)
                self.assertEqual(wrong, [])

    def test_extremes_are_the_published_ones_to_five_digits(self):
        """They were taken from histograms of so many digits."""
        run = PUBLISHED / "soak-spark-20261127-2cores"
        text, _ = report(read(run / "samples.jsonl"), run / "outputs")
        published = (run / "summary.md").read_text(encoding="utf-8")
        number = re.compile(r"\d+\.\d+")
        self.assertEqual(re.sub(r"[ -]+", "", number.sub("", published)), re.sub(r"[ -]+", "", number.sub("", text)))
        for old, new in zip(number.findall(published), number.findall(text)):
            self.assertAlmostEqual(float(old), float(new), delta=1e-5 * float(old))

    def test_every_published_run_can_be_read(self):
        for samples in PUBLISHED.glob("*/samples.jsonl"):
            with self.subTest(run=samples.parent.name):
                text, _ = report(read(samples), samples.parent / "outputs")
                self.assertIn("|", text)

    def test_a_line_that_cannot_be_read_is_named_and_one_that_was_cut_off_is_left_out(self):
        with tempfile.TemporaryDirectory() as directory:
            samples = Path(directory) / "samples.jsonl"
            samples.write_text(json.dumps(HEADER) + '\n{"type":"sam')
            self.assertEqual(read(samples), [HEADER])
            samples.write_text(json.dumps(HEADER) + '\n{"type":\n')
            with self.assertRaisesRegex(ValueError, "samples.jsonl line 2"):
                read(samples)
            samples.write_text(json.dumps({**HEADER, "format": 2}) + "\n")
            with self.assertRaisesRegex(ValueError, "format 2, this reads 1"):
                read(samples)


class StatisticsTest(unittest.TestCase):
    def test_interval_has_the_ranks_of_the_tables(self):
        ranks = "1,1,1 2,1,2 5,1,5 6,1,6 8,1,8 9,2,8 10,2,9 20,6,15 40,14,27"
        for count, low, high in (map(int, line.split(",")) for line in ranks.split()):
            with self.subTest(count=count):
                median = Median(range(count, 0, -1))
                self.assertEqual((median.value, median.low, median.high), ((count + 1) // 2, low, high))

    def test_interval_is_the_value_when_all_are_equal(self):
        median = Median([7] * 30)
        self.assertEqual((median.count, median.value, median.low, median.high), (30, 7, 7, 7))

    def test_median_is_that_of_the_samples_medians_however_many_values_each_has(self):
        values = BySample()
        for value in (1, 1, 1, 1, 1, 1, 100):
            values.add("first", value)
        values.add("second", 50)
        values.add("third", 70)
        median = values.median()
        self.assertEqual((median.count, median.value, median.low, median.high), (3, 50, 1, 70))
        self.assertEqual((len(values.all()), max(values.all())), (9, 100))

    def test_percentiles_are_values_that_were_measured(self):
        self.assertEqual([percentile([30, 10, 20], percent) for percent in (50, 95, 99)], [20, 30, 30])
        self.assertEqual(percentile(range(1, 101), 95), 95)
        self.assertEqual(percentile([1, 2, 3, 4], 50), 2)

    def test_slope_is_that_of_least_squares_and_0_where_nothing_can_be_said(self):
        self.assertAlmostEqual(slope([(8, 4_000), (40, 8_800)]), 150)
        self.assertAlmostEqual(slope([(0, 0), (1, 2), (2, 1), (3, 3)]), 0.8)
        self.assertEqual(slope([]), 0)
        self.assertEqual(slope([(5, 1), (5, 9)]), 0)

    def test_halves_are_rounded_up_and_what_is_no_number_is_a_dash(self):
        self.assertEqual([fixed(0.125, 2), fixed(0.285, 2), fixed(2, 1)], ["0.13", "0.29", "2.0"])
        self.assertEqual([ratio(1, 8), ratio(None, 8), ratio(1, 0), ratio(1, None)], ["0.13", "–", "–", "–"])

    def test_a_table_wants_as_many_cells_as_its_head(self):
        with self.assertRaisesRegex(ValueError, "1 cells in a table of 2 columns"):
            Table(1, "a", "b").add("x")


class OutputsTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)

    def check(self, *outputs):
        samples = [sample("w", arm, outputs=of) for arm, of in zip(("fork", "reuse"), outputs)]
        return Outputs(self.directory).check("w", samples)

    def ranks(self, fork, reuse):
        (self.directory / "a.tsv").write_text(fork)
        (self.directory / "b.tsv").write_text(reuse)
        return self.check({"ranks": "file:a.tsv"}, {"ranks": "file:b.tsv"})

    def test_texts_are_equal_or_both_are_shown(self):
        self.assertTrue(self.check({"sha256": "ab"}, {"sha256": "ab"})[0])
        equal, lines = self.check({"sha256": "ab"}, {"sha256": "cd"})
        self.assertFalse(equal)
        self.assertEqual(lines, ["w: sha256 of 2 samples DIFFER (ab in fork, cd in reuse)"])

    def test_ranks_may_differ_by_less_than_the_limit(self):
        self.assertTrue(self.ranks("a\t0.25\nb\t0.75\n", "b\t0.7500000001\na\t0.25\n")[0])
        self.assertFalse(self.ranks("a\t0.25\nb\t0.75\n", "a\t0.25\nb\t0.75000001\n")[0])

    def test_ranks_differ_when_a_node_is_missing_or_is_no_number(self):
        self.assertFalse(self.ranks("a\t0.25\nb\t0.75\n", "a\t0.25\n")[0])
        self.assertFalse(self.ranks("a\t0.25\n", "a\t0.25\nb\t0.75\n")[0])
        self.assertFalse(self.ranks("b\t1\na\t0.25\n", "b\t1\na\tNaN\n")[0])

    def test_each_number_of_a_line_is_compared(self):
        equal, lines = self.ranks("a\t1.5\t2.5\n", "a\t1.5\t2.5\n")
        self.assertTrue(equal)
        self.assertIn("2 numbers", lines[0])
        self.assertFalse(self.ranks("a\t1.5\t2.5\n", "a\t1.5\t2.6\n")[0])
        self.assertFalse(self.ranks("a\t1.5\t2.5\n", "a\t1.5\n")[0])

    def test_a_line_without_a_number_or_for_the_second_time_is_named(self):
        for text in ("a\n", "a\t1\na\t1\n", "a\tone\n"):
            with self.assertRaisesRegex(ValueError, 'a.tsv: no .* in line "a'):
                self.ranks(text, text)

    def test_nothing_is_not_equal_to_nothing(self):
        self.assertFalse(self.ranks("", "")[0])
        self.assertEqual(self.check({}, {}), (False, ["w: no output of 2 samples DIFFER (nothing to compare)"]))

    def test_a_file_that_is_missing_is_named(self):
        equal, lines = self.check({"ranks": "file:a.tsv"}, {"ranks": "file:b.tsv"})
        self.assertFalse(equal)
        self.assertIn("a.tsv is missing", lines[0])

    def test_what_only_a_later_sample_has_is_not_overlooked(self):
        equal, lines = self.check({"sha256": "ab"}, {"sha256": "ab", "more": "x"})
        self.assertFalse(equal)
        self.assertIn("w: more of 2 samples DIFFER (nothing in fork, x in reuse)", lines)


class SummaryTest(unittest.TestCase):
    def pi(self, arm, elapsed, launch="reuse", reason=""):
        at = {"request": 1000, "application": 1000 + elapsed // 10}
        containers = [container("c", "map", launch, reason, **at)]
        return sample(arm=arm, wallMs=elapsed + 1000, jobs=[job("pi", 0, elapsed)], containers=containers)

    def of(self, *entries):
        return summary.Summary(list(entries), Path("none"))

    def row(self, entries, *begin):
        return cells(self.of(*entries).full(), *begin)

    def test_rows_have_the_ratio_to_the_median_of_fork(self):
        run = [self.pi("fork", 20_000, "fork"), self.pi("reuse", 5_000)]
        jobs = self.row(run, "pi", "jobs, RM elapsed", "reuse")
        self.assertEqual((jobs[4], jobs[-1]), ("5.000", "0.25"))
        maps = self.row(run, "pi", "map request → application", "reuse")
        self.assertEqual((maps[4], maps[-1]), ("0.500", "0.25"))
        alone = self.row([self.pi("reuse", 5_000)], "pi", "jobs, RM elapsed", "reuse")
        self.assertEqual(alone[-1], "–")

    def test_rows_have_the_interval_of_the_median_over_samples(self):
        run = [self.pi("reuse", elapsed) for elapsed in (4_000, 6_000, 5_000)]
        self.assertEqual(
            self.row(run, "pi", "jobs, RM elapsed", "reuse")[3:6], ["3", "5.000", "4.000–6.000"]
        )
        self.assertEqual(
            self.row(run, "pi", "map request → application", "reuse")[3:6], ["3", "0.500", "0.400–0.600"]
        )

    def test_the_first_task_is_counted_from_the_submission(self):
        containers = [
            container("m", "other"),
            container("w2", "worker", application=9_900),
            container("w1", "worker", application=9_500),
        ]
        run = [sample("spark", "kept", jobs=[job("spark", 7_000, 12_000)], containers=containers)]
        self.assertEqual(self.row(run, "spark", "submit → first task", "kept")[4], "2.500")

    def test_no_time_is_negative_and_a_phase_that_was_not_reached_is_left_out(self):
        at = container("c", request=5, running=4)
        self.assertEqual(summary.span(at, "request", "running"), 0)
        self.assertIsNone(summary.span(at, "request", "load"))

    def test_forked_containers_of_an_arm_are_counted_by_reason(self):
        of = self.of(
            self.pi("fork", 1, "fork"),
            self.pi("spawn", 1, "spawn"),
            self.pi("reuse", 1),
            self.pi("reuse", 1, "fork", "pool-busy"),
            self.pi("reuse", 1, "fork"),
        )
        self.assertEqual(of.forked("spawn"), {})
        self.assertEqual(of.forked("reuse"), {"pool-busy": 1, "unknown": 1})
        self.assertIn("- containers of the reuse arm: 3, of which forked: 2 {pool-busy=1, unknown=1}", of.full())

    def test_a_demo_sets_both_arms_side_by_side_and_sums_up_over_all_workloads(self):
        run = [header("demo"), self.pi("fork", 20_000, "fork"), self.pi("reuse", 5_000), self.pi("reuse", 6_000)]
        text, wrong = report(run, Path("none"))
        self.assertEqual(
            cells(text, "pi", "jobs, RM elapsed"),
            ["pi", "jobs, RM elapsed", "2", "20.000", "20.000", "5.000", "6.000", "0.25"],
        )
        self.assertIn("median of all maps: fork 2.000 s, reuse 0.500 s", text)
        self.assertIn("all jobs together: fork 20.000 s, reuse 11.000 s", text)
        self.assertEqual(wrong, [])
        self.assertEqual(self.of().map_start_up("fork"), "–")

    def test_a_demo_fails_when_outputs_differ_or_a_container_of_slots_was_forked(self):
        run = [header("demo"), self.pi("fork", 20_000, "fork"), self.pi("reuse", 5_000, "fork", "busy")]
        self.assertIn("1 containers of the reuse cluster were forked (reasons above)", report(run, Path("none"))[1])
        run[1]["outputs"] = {"pi": "4"}
        self.assertIn("the outputs of a workload differ (above)", report(run, Path("none"))[1])

    def test_a_soak_fails_when_a_container_was_forked_or_slots_are_not_clean(self):
        reading = {"type": "reading", "rested": True}
        slot = {"slot": 0, "pid": 1, "containers": 5, "residue": -1, "figures": {}}
        good = [header("soak"), self.pi("reuse", 5_000), {**reading, "slots": [slot]}]
        self.assertEqual(report(good, Path("none"))[1], [])
        lost = [*good, {**reading, "slots": [{**slot, "pid": 2}]}]
        self.assertEqual(report(lost, Path("none"))[1], ["slot 0: process 1 was lost after 5 containers; then 2"])
        audit = {"type": "audit", "slots": [{**slot, "residue": 1, "rows": ["{}"]}]}
        self.assertEqual(len(report([*good, audit], Path("none"))[1]), 1)
        forked = [header("soak"), self.pi("reuse", 5_000, "fork", "busy")]
        self.assertEqual(len(report(forked, Path("none"))[1]), 1)

    def test_shorter_runs_of_pagerank_end_with_their_iteration(self):
        def run(arm, ms):
            steps = ("read", "iteration 1", "iteration 2", "iteration 3", "write")
            jobs = [job(f"pagerank {step}: /in", 1_000_000 + i * ms, ms) for i, step in enumerate(steps)]
            return sample("pagerank-3", arm, jobs=jobs, startedMs=1_000_000)

        table = summary.iterations([run("fork", 10_000), run("reuse", 2_000), run("reuse", 3_000)])
        self.assertEqual(
            [line.replace(" ", "") for line in table.strip().splitlines()[4:]],
            [
                "|1|fork|1|20.000|20.000–20.000|1.00|",
                "|1|reuse|2|4.000|4.000–6.000|0.20|",
                "|2|fork|1|30.000|30.000–30.000|1.00|",
                "|2|reuse|2|6.000|6.000–9.000|0.20|",
                "|3|fork|1|40.000|40.000–40.000|1.00|",
                "|3|reuse|2|8.000|8.000–12.000|0.20|",
            ],
        )
        early = job("pagerank iteration 1: /in", 0, 6)
        self.assertEqual(summary.iterations([sample(jobs=[job("TeraSort", 5, 6), early])]), "")


class ProcessorTimeTest(unittest.TestCase):
    def test_the_node_is_summed_up_and_its_parts_stand_beside(self):
        fork = {"namenode": 500, "nodemanager": 500, "containers": 20_000, "client": 3_000}
        reuse = {"resourcemanager": 1_000, "pool-manager": 4_500, "client-pool-manager": 400, "client": 100}
        run = [sample(arm="fork", cpuMs=fork), sample(arm="reuse", cpuMs=reuse)]
        table = summary.Summary(run, Path("none")).cpu()
        self.assertEqual(
            cells(table, "pi", "fork")[2:],
            ["1", "24.000", "24.000–24.000", "1.00", "1.000", "20.000", "0.000", "3.000"],
        )
        self.assertEqual(
            cells(table, "pi", "reuse")[2:],
            ["1", "6.000", "6.000–6.000", "0.25", "1.000", "0.000", "4.500", "0.500"],
        )

    def test_samples_without_processor_time_have_no_table(self):
        self.assertEqual(summary.Summary([sample()], Path("none")).cpu(), "")
        self.assertEqual(summary.cpu_per_map([sample()]), "")

    def test_the_time_of_a_map_comes_from_jobs_of_one_round_with_few_and_with_many_maps(self):
        def run(arm, round, maps, ms):
            return sample(arm=arm, round=round, containers=[container(i) for i in range(maps)], cpuMs={"client": ms})

        samples = []
        for round in range(3):
            samples += [run("fork", round, 8, 30_000), run("fork", round, 40, 126_000 + round * 3_200)]
            samples += [run("reuse", round, 8, 4_000), run("reuse", round, 40, 8_800)]
        samples.append(run("reuse", 3, 8, 4_000))
        table = summary.cpu_per_map(samples)
        self.assertEqual(cells(table, "fork"), ["fork", "3", "3.100", "3.000–3.200", "1.00"])
        self.assertEqual(cells(table, "reuse"), ["reuse", "3", "0.150", "0.150–0.150", "0.05"])
        self.assertIn("Processor time of one map", report([header("cpu"), *samples], Path("none"))[0])


class SlotsTest(unittest.TestCase):
    def test_idle_processes_show_their_share_of_a_core_and_their_memory(self):
        def cost(cpu, rss):
            idle = [{"name": "slot 0", "pid": 42, "cpuMs": cpu, "rssKb": rss}]
            return {"type": "idle", "arm": "reuse", "ms": 60_000, "processes": idle}

        table = summary.idle([cost(120, 240_000), cost(300, 250_000)])
        self.assertEqual(
            cells(table, "reuse, slot 0")[1:], ["2", "0.200", "0.200–0.500", "234", "234–244"]
        )
        self.assertEqual(summary.idle([]), "")

    def release(self, container, micros):
        return {
            "type": "release",
            "container": container,
            "micros": micros,
            "steps": {"Threads": micros // 2},
            "launchMicros": micros // 4,
            "launchSteps": {"program": micros // 8},
        }

    def test_releases_tell_tasks_from_masters_and_leave_out_containers_of_no_sample(self):
        containers = [container("m1"), container("r1", "reduce"), container("a", "master")]
        run = [sample(containers=containers)]
        run += [self.release(*of) for of in (("m1", 1_000), ("r1", 3_000), ("a", 20_000), ("warm-up", 999_000))]
        text = summary.releases(run)
        self.assertEqual(cells(text, "reuse, task", "release")[3:5], ["1.000", "1.000–1.000"])
        self.assertEqual(cells(text, "reuse, task", "release")[-1], "3.000")
        self.assertEqual(cells(text, "reuse, AM", "release")[3], "20.000")
        launch = ["0.250", "0.250–0.250", "2", "0.750", "0.750", "0.750"]
        self.assertEqual(cells(text, "reuse, task", "launch")[3:], launch)
        self.assertEqual(cells(text, "reuse, AM", "launch")[3], "5.000")
        self.assertIn("Threads", text)
        self.assertIn("program", text)
        self.assertNotIn("999.000", text)

    def test_runs_that_did_not_measure_launches_show_releases_and_those_without_slots_nothing(self):
        old = {"type": "release", "container": "m1", "micros": 5, "steps": {}}
        text = summary.releases([sample(containers=[container("m1")]), old])
        self.assertIn("| release", text)
        self.assertNotIn("launch", text)
        self.assertEqual(summary.releases([]), "")

    def slot(self, containers, residue, metaspace, pid=42, **more):
        figures = {"metaspaceKb": metaspace}
        return {"slot": 0, "pid": pid, "containers": containers, "residue": residue, "figures": figures, **more}

    def reading(self, slot, rested=False):
        return {"type": "reading", "rested": rested, "slots": [slot]}

    def test_slopes_begin_with_the_hundredth_container(self):
        audits = [
            {"type": "audit", "slots": [self.slot(n, 0, 7 if n < 100 else 1_000 + 3 * n)]}
            for n in (10, 50, 100, 200, 300)
        ]
        self.assertEqual(
            cells(summary.Growth(audits).table(), "0 (pid 42)", "metaspaceKb")[2:],
            ["300", "7", "1300", "1900", "1900", "3.000", "3.000"],
        )

    def test_slopes_of_the_last_half_are_those_of_slots_at_rest(self):
        lines = []
        for n in (100, 200, 300, 400):
            lines.append(self.reading(self.slot(n, -1, 9_000 if n < 200 else 5_000 + 2 * n), True))
            lines.append(self.reading(self.slot(n + 50, -1, 77_000)))
        lines.append({"type": "audit", "slots": [self.slot(450, 0, 88_000)]})
        growth = summary.Growth(lines)
        self.assertEqual(
            cells(growth.table(), "0 (pid 42)", "metaspaceKb")[2:],
            ["400", "9000", "9000", "5800", "88000", "-9.400", "2.000"],
        )
        self.assertEqual(growth.lost, [])

    def test_a_slot_that_lost_its_process_is_named_but_not_one_of_an_earlier_pool(self):
        first, second = self.reading(self.slot(70, -1, 1)), self.reading(self.slot(5, -1, 1, pid=43))
        lost = summary.Growth([first, second])
        self.assertEqual(lost.lost, ["slot 0: process 42 was lost after 70 containers; then 43"])
        self.assertEqual(summary.Growth([first, {"type": "cluster"}, second]).lost, [])

    def test_residue_is_counted_and_slots_that_were_not_audited_are_left_out(self):
        slots = [self.slot(1, 2, 5, rows=["one"]), self.slot(1, -1, 5), self.slot(1, 1, 5)]
        growth = summary.Growth([{"type": "audit", "slots": slots}])
        self.assertEqual((growth.residue, growth.clean), (3, False))
        self.assertIn("- one\n", growth.table())


class MastersTest(unittest.TestCase):
    STOCK = {"masters": 2, "waits": "stock", "newsMs": 0}

    def second(self, of, *figures):
        names = ("second", "managerMs", "mastersMs", "busyTicks", "allTicks")
        return {"type": "masterSecond", "of": of, **dict(zip(names, figures))}

    def sent(self, of, master, at, micros):
        return {"type": "masterHeartbeats", "of": of, "master": master, "atMs": at, "micros": micros}

    def run_of_two(self):
        """Two seconds in which two masters send five heartbeats."""
        return [
            self.second(self.STOCK, 0, 10_000, 3_000, 1_000, 5_000),
            self.second(self.STOCK, 1, 10_100, 3_050, 1_050, 5_200),
            self.second(self.STOCK, 2, 10_500, 3_100, 1_100, 5_400),
            self.sent(self.STOCK, 0, [500, 1500], [900, 1000]),
            self.sent(self.STOCK, 1, [999, 1000, 2000], [1100, 1200, 80_000]),
        ]

    def test_a_case_is_a_line_of_all_masters_and_of_differences_of_processor_time(self):
        text, wrong = report([header("masters"), *self.run_of_two()], Path("none"))
        self.assertIn("\n2 ApplicationMasters wait for containers, 2 s a case.", text)
        self.assertEqual(
            cells(text, "stock"),
            ["stock", "never", "3", "3", "1.100", "80.000", "80.000", "0.25", "0.40", "0.05", "25 %"],
        )
        self.assertEqual(wrong, [])

    def test_a_case_that_was_not_finished_is_left_out(self):
        slots = {"masters": 2, "waits": "slots", "newsMs": 100}
        more = [self.second(slots, 0, 11_000, 4_000, 2_000, 6_000), self.sent(slots, 0, [], [])]
        self.assertNotIn("slots", programs.masters([*self.run_of_two(), *more]))
        self.assertTrue(programs.masters([]).endswith("No case was finished.\n"))

    def test_a_case_without_heartbeats_has_dashes(self):
        one = {"masters": 1, "waits": "slots", "newsMs": 1000}
        run = [self.second(one, 0, 0, 0, 0, 0), self.second(one, 1, 0, 0, 0, 0), self.sent(one, 0, [], [])]
        self.assertEqual(cells(programs.masters(run), "slots")[:5], ["slots", "1000 ms", "0", "0", "–"])


class MpiTest(unittest.TestCase):
    def run_of(self, program, starter, ranks, **nanos):
        return {"type": "mpiRun", "program": program, "starter": starter, "ranks": ranks, "nanos": nanos}

    def test_the_starters_of_each_program_and_number_of_ranks_are_compared(self):
        text = programs.mpi(
            [
                self.run_of("p", "gang", 2, x=1_000_000),
                self.run_of("p", "spawn", 2, x=20_000_000),
                self.run_of("p", "gang", 2, x=3_000_000),
                self.run_of("p", "gang", 4, x=9_000_000),
                self.run_of("p", "gang", 2, x=2_000_000),
            ]
        )
        gang = cells(text, "p", "2", "x", "gang")
        self.assertEqual(gang[4:], ["3", "2.0", "1.0–3.0", "1.0", "3.0", "1.00"])
        spawn = cells(text, "p", "2", "x", "spawn")
        self.assertEqual((spawn[4:6], spawn[-1]), (["1", "20.0"], "0.10"))
        self.assertEqual(cells(text, "p", "4", "x", "gang")[5], "9.0")

    def test_messages_of_gangs_stand_beside_those_of_mpirun(self):
        run = [header("pingpong"), self.run_of("pingpong array", "gang", 2, **{"8": 1_500})]
        run.append(self.run_of("pingpong array", "mpirun", 2, **{"8": 1_000}))
        run.append(self.run_of("pingpong array", "gang", 2, **{"16": 1_500}))
        text = report(run, Path("none"))[0]
        self.assertEqual(
            cells(text, "pingpong array", "8")[2:], ["1.50", "1.50–1.50", "1.00", "1.00–1.00", "0.50", "1.50"]
        )
        self.assertEqual(cells(text, "pingpong array", "16")[4:], ["–"] * 4)

    def test_it_says_that_nothing_was_measured(self):
        self.assertTrue(programs.mpi([header("pingpong")]).endswith("Nothing was measured.\n"))


class MicroTest(unittest.TestCase):
    def test_each_operation_has_the_mean_with_its_interval_and_the_extremes(self):
        line = {"type": "micro", "benchmark": "org.A.b", "mean": 1.5, "error": 0.25, "micros": [1.0, 2.0]}
        text, wrong = report([header("micro"), line], Path("none"))
        self.assertEqual(cells(text, "A", "b")[2:], ["2", "1.500", "0.250", "1.000", "2.000"])
        self.assertEqual(wrong, [])


class GangsTest(unittest.TestCase):
    def end(self, number, kind, right=True):
        detail = "" if right else "it went wrong"
        more = {"ranks": 2, "wallMs": 3000, "leaveMs": 400, "ranksLost": 1, "detail": detail}
        return {"type": "gang", "number": number, "kind": kind, "right": right, **more}

    def reading(self, communicators, objects):
        figures = {"mpiCommunicators": communicators, "mpiObjectsLeft": objects}
        return {"type": "reading", "slots": [{"slot": 0, "pid": 42, "figures": figures}]}

    def test_it_is_good_when_all_was_right_and_nothing_has_grown(self):
        run = [self.reading(5, 0), self.end(1, "mixed"), self.end(2, "mixed"), self.end(1, "job"), self.reading(5, 0)]
        gangs = programs.Gangs([*run, self.end(3, "recv"), self.end(4, "after")])
        self.assertTrue(gangs.good)
        text = gangs.text()
        self.assertIn("- communicators, before the first gang", text)
        self.assertIn("no more in any of 1 slots", text)
        recv = cells(text, "recv")
        self.assertEqual(recv[1:4] + recv[-3:], ["1", "1", "3.000", "0.400", "0.400", "1"])
        self.assertEqual(cells(text, "mixed")[1:4] + cells(text, "mixed")[-1:], ["2", "2", "3.000", "–"])

    def test_what_was_wrong_is_named(self):
        gangs = programs.Gangs([self.end(7, "mixed", False)])
        self.assertFalse(gangs.good)
        self.assertIn("- MIXED 7: it went wrong", gangs.text())
        self.assertFalse(programs.Gangs([]).good)
        self.assertEqual(len(report([header("gangs"), self.end(7, "mixed", False)], Path("none"))[1]), 1)

    def test_slots_that_have_more_than_before_are_named(self):
        for after, more in ((self.reading(6, 0), 1), (self.reading(5, 2), 2)):
            gangs = programs.Gangs([self.reading(5, 0), self.end(1, "mixed"), after])
            self.assertFalse(gangs.good)
            self.assertIn(f"slot 0 has {more} more", gangs.text())

    def test_slots_whose_process_is_another_one_are_named(self):
        gangs = programs.Gangs([self.reading(5, 0), self.end(1, "mixed"), {"type": "reading", "slots": []}])
        self.assertFalse(gangs.good)
        self.assertIn("slot 0 has lost its process", gangs.text())


class FaultsTest(unittest.TestCase):
    def job(self, fault, outcome, number=1, missed=False):
        more = {"workload": "wordcount", "containers": 2, "wallMs": 3_000, "recoveryMs": 5_000, "detail": "because"}
        return {"type": "faultJob", "number": number, "fault": fault, "missed": missed, "outcome": outcome, **more}

    def end(self, number=0, ok=True, mpi="ok", doubled=(), left=()):
        more = {"doubled": list(doubled), "left": list(left)}
        return {"type": "faultEnd", "number": number, "mpiOk": ok, "mpi": mpi, **more}

    def found(self, *entries):
        return Faults(entries).found()

    def test_it_is_content_when_all_is_as_it_must_be(self):
        run = [self.job("slot kill", "WELL"), self.job("application kill", "ON_PURPOSE")]
        run += [self.job("application kill", "WELL"), self.end()]
        text, wrong = report([header("faults"), *run], Path("none"))
        self.assertEqual(wrong, [])
        self.assertIn("- all as it must be\n", text)
        self.assertEqual(cells(text, "slot kill")[-3:], ["3.000", "5.000", "5.000"])

    def test_each_thing_that_is_wrong_is_found(self):
        well = self.job("slot kill", "WELL")
        self.assertEqual(self.found(self.end()), ["nothing has been struck"])
        self.assertEqual(self.found(well), ["the campaign was not finished"])
        self.assertIn("1 jobs hung", self.found(well, well, self.job("slot kill", "HUNG"), self.end()))
        self.assertEqual(
            self.found(well, self.end(ok=False, left=["process 7"])),
            ["at the end: allReduce over the living slots is wrong", "at the end: process 7"],
        )
        self.assertEqual(
            self.found(well, self.end(), self.end(1, doubled=["container 3"])),
            ["after strike 1 (slot kill): container 3"],
        )
        self.assertEqual(
            self.found(well, self.end(1, left=["stopped: waited in vain"])),
            ["the campaign was not finished", "after strike 1 (slot kill): stopped: waited in vain"],
        )
        self.assertEqual(
            self.found(well, self.job("slot stop", "ON_PURPOSE"), self.end()),
            ["no job with slot stop in it ended well"],
        )
        self.assertEqual(
            self.found(well, self.job("slot kill", "FAILED", 3, True), self.end()),
            ["wordcount failed without a strike: 3"],
        )

    def test_no_strike_that_missed_counts(self):
        run = [self.end(), self.job("slot kill", "FAILED"), self.job("slot kill", "WELL")]
        run += [self.job("slot kill", "WELL", missed=True)] * 20
        self.assertEqual(self.found(*run), ["wordcount failed after slot kill: 1"])
        self.assertEqual(cells(Faults(run).text(), "slot kill")[:5], ["slot kill", "1", "20", "2", "1"])

    def test_a_kind_that_has_always_missed_is_found(self):
        missed = self.job("gang pause", "WELL", 2, True)
        self.assertEqual(
            self.found(self.job("slot kill", "WELL"), missed, self.end()),
            ["no job with gang pause in it ended well"],
        )

    def test_each_kind_tells_what_it_has_done(self):
        outcomes = enumerate(("WELL", "FAILED", "HUNG", "WRONG"), 1)
        run = [self.job("slot kill", outcome, number) for number, outcome in outcomes]
        run.append(self.job("slot kill", "WELL", 5, True))
        run.append(self.end(2, doubled=["container 1", "container 2"]))
        run.append(self.end(4, left=["process 7", "process 8"]))
        text = Faults(run).text()
        self.assertEqual(
            cells(text, "slot kill"),
            "slot kill|4|1|4|1|0|0|1|1|1|2|1|3.000|5.000|5.000".split("|"),
        )
        self.assertIn("- 2, wordcount, slot kill: FAILED: because\n", text)

    def test_no_job_may_be_lost_or_wrong(self):
        run = [self.end(), *[self.job("slot kill", "WELL")] * 99, self.job("slot kill", "FAILED", 7)]
        self.assertEqual(self.found(*run), ["wordcount failed after slot kill: 7"])
        run[-1] = self.job("slot kill", "WRONG")
        self.assertEqual(self.found(*run), ["1 jobs ended well with another output than undisturbed"])

    def test_a_job_may_fail_with_what_the_strike_took_and_says_so(self):
        gang = {**self.job("slot kill", "FAILED", 3), "workload": "pagerank-gang"}
        gang["detail"] = "slot 3 (pid 7) ended while it ran the container: its connection closed"
        run = [self.end(), self.job("slot kill", "WELL"), gang]
        self.assertEqual(self.found(*run), [])
        self.assertEqual(cells(Faults(run).text(), "slot kill")[:9], ["slot kill", "2", "0", "2", "1", "0", "1", "0", "0"])
        self.assertEqual(self.found(*run[:2], {**gang, "detail": "because"}), ["pagerank-gang failed after slot kill: 3"])
        self.assertEqual(self.found(*run[:2], {**gang, "missed": True}), ["pagerank-gang failed without a strike: 3"])
        self.assertEqual(self.found(*run[:2], {**gang, "workload": "terasort"}), ["terasort failed after slot kill: 3"])
        full = [self.job("disk_full", "WELL"), self.job("disk_full", "FAILED")]
        self.assertEqual(self.found(self.end(), *full), [])



class ColdTest(unittest.TestCase):
    @staticmethod
    def cold(arm, round, up, job, pi="3", forked=0):
        moments = [("up", up), ("job 1", job)]
        return {
            "type": "cold",
            "workload": "pi",
            "arm": arm,
            "round": round,
            "startedMs": 0,
            "moments": [{"what": what, "ms": ms, "cpuMs": 2 * ms} for what, ms in moments],
            "outputs": {"pi": pi},
            "forked": forked,
        }

    def entries(self, **more):
        return [
            header("cold-pi"),
            self.cold("fork", 0, 10_000, 40_000, forked=10),
            self.cold("reuse", 0, 12_000, 20_000, **more),
            {
                "type": "slotStart",
                "workload": "pi",
                "arm": "reuse",
                "round": 0,
                "process": "0-1",
                "moments": [
                    {"moment": "ready", "ms": 5_000, "cpuMs": 3_000, "threads": {"C1": 1_000, "main": 2_000}},
                    {"moment": "warmed up", "ms": 9_000, "cpuMs": 4_500, "threads": {"C1": 1_500, "main": 3_000}},
                ],
            },
            {"type": "slotMemory", "workload": "pi", "arm": "reuse", "round": 0, "process": "slot 0", "pssKb": 204_800},
        ]

    def test_arms_are_compared_at_each_moment(self):
        text, wrong = report(self.entries(), Path("."))
        self.assertEqual(wrong, [])
        row = cells(text, "pi", "job 1", "reuse")
        self.assertEqual(row[3:6] + row[6:8], ["1", "20.000", "20.000–20.000", "0.50", "40.000"])
        self.assertIn("Containers of reuse that ran in no slot: 0", text)

    def test_a_slots_start_is_shown_by_moment_and_by_thread(self):
        text, _ = report(self.entries(), Path("."))
        self.assertEqual(cells(text, "reuse", "ready")[2:4] + cells(text, "reuse", "ready")[5:6], ["1", "5.000", "3.000"])
        self.assertEqual(cells(text, "main"), ["main", "0.00", "0.00", "2.00", "3.00"])
        self.assertEqual(cells(text, "reuse", "slot 0")[3], "200")

    def test_outputs_that_differ_are_wrong(self):
        _, wrong = report(self.entries(pi="4"), Path("."))
        self.assertEqual(len(wrong), 1)

    def test_a_run_without_samples_says_so(self):
        self.assertIn("Nothing was measured", report([header("cold-pi")], Path("."))[0])


if __name__ == "__main__":
    unittest.main()
