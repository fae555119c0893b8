# SPDX-License-Identifier: Apache-2.0
"""The numbers of the plots; run by report.bats with benchmarks/report on the path."""

import unittest

import groups


def sample(workload, arm, elapsed, **more):
    return {"type": "sample", "workload": workload, "arm": arm, "jobs": [{"elapsedMs": ms} for ms in elapsed], **more}


def slot(containers, **figures):
    return {"slot": 0, "pid": 42, "containers": containers, "figures": figures}


class GroupsTest(unittest.TestCase):
    def test_jobs_of_a_sample_are_summed_up_by_workload_and_arm(self):
        samples = [sample("pi", "fork", [1000, 500]), sample("pi", "fork", [2000]), sample("pi", "reuse", [300])]
        self.assertEqual(groups.job_groups(samples), [("pi", {"fork": [1.5, 2.0], "reuse": [0.3]})])

    def test_processor_time_is_the_sum_of_the_parts_of_samples_that_have_it(self):
        samples = [sample("pi", "fork", [], cpuMs={"client": 500, "namenode": 250}), sample("pi", "fork", [])]
        self.assertEqual(groups.cpu_groups(samples), [("pi", {"fork": [0.75]})])

    def test_phases_are_those_of_containers_of_the_kind_that_reached_both_ends(self):
        containers = [
            {"kind": "map", "at": {"request": 1000, "application": 1250}},
            {"kind": "map", "at": {"request": 1000}},
            {"kind": "reduce", "at": {"request": 1000, "application": 9000}},
        ]
        samples = [sample("pi", "reuse", [], containers=containers)]
        self.assertEqual(groups.phase_groups(samples, "map"), [("request →\napplication", {"reuse": [0.25]})])

    def test_growth_tells_slots_at_rest_from_all_readings(self):
        entries = [
            {"type": "reading", "rested": False, "slots": [slot(10, rssKb=2048)]},
            {"type": "reading", "rested": True, "slots": [slot(20, rssKb=1024), slot(5, fds=7)]},
            {"type": "audit", "slots": [slot(20, rssKb=9999)]},
        ]
        self.assertEqual(groups.growth(entries, "rssKb"), {"slot 0 (pid 42)": ([(25, 1.0)], [(10, 2.0), (25, 1.0)])})
        self.assertEqual(groups.growth(entries, "fds"), {"slot 0 (pid 42)": ([(25, 7)], [(25, 7)])})

    def test_terasort_has_a_series_for_each_job_and_arm_over_the_sizes(self):
        jobs = [{"name": "TeraSort", "elapsedMs": 9000}, {"name": "TeraValidate", "elapsedMs": 4000}]
        samples = [
            {"workload": workload, "arm": "reuse", "jobs": jobs}
            for workload in ("terasort-1g", "terasort-512k", "terasort-1g", "pi")
        ]
        self.assertEqual(
            groups.terasort_series(samples),
            {
                ("TeraSort", "reuse"): {0.5: [9.0], 1024.0: [9.0, 9.0]},
                ("TeraValidate", "reuse"): {0.5: [4.0], 1024.0: [4.0, 4.0]},
            },
        )

    def test_pagerank_of_many_iterations_gives_the_shorter_ones(self):
        def job(step, start):
            return {"name": f"pagerank {step}: /in", "startedMs": start, "elapsedMs": 500}

        jobs = [job("read", 11000), job("iteration 1", 12000), job("iteration 2", 13000)]
        run = {"arm": "fork", "startedMs": 10000, "jobs": jobs}
        old = {"arm": "fork", "startedMs": 10000, "jobs": [{"name": "pagerank iteration 1: /in", "elapsedMs": 500}]}
        self.assertEqual(groups.pagerank_series([run, run, old]), {"fork": {1: [2.5, 2.5], 2: [3.5, 3.5]}})

    def test_timeline_is_that_of_the_sample_with_the_median_wall_time(self):
        def run(wall, containers):
            jobs = [{"startedMs": 1200, "elapsedMs": 700}, {"startedMs": 2000, "elapsedMs": 500}]
            own = {"workload": "pi", "arm": "reuse", "startedMs": 1000, "wallMs": wall}
            return {**own, "jobs": jobs, "containers": containers}

        later = {"kind": "map", "at": {"request": 1500, "application": 1600, "terminating": 1550}}
        first = {"kind": "master", "at": {"request": 1300, "application": 1400}}
        self.assertEqual(
            groups.timelines([run(9000, []), run(2000, [later, first]), run(1000, [])]),
            {
                "pi": {
                    "reuse": [
                        ("client", [("client", 0.0, 0.2), ("client", 1.5, 0.5)]),
                        ("AM", [("start", 0.3, 0.1)]),
                        ("map", [("start", 0.5, 0.1), ("work", 0.6, 0)]),
                    ]
                }
            },
        )

    def test_timeline_leaves_out_large_jobs_and_old_samples(self):
        many = sample("big", "fork", [5], containers=[{"kind": "map", "at": {}}] * 41, startedMs=0, wallMs=9)
        self.assertEqual(groups.timelines([many]), {})
        many["jobs"][0]["startedMs"] = 1
        self.assertEqual(groups.timelines([many]), {})

    def test_growth_is_that_of_audits_where_nothing_else_was_read(self):
        entries = [{"type": "audit", "slots": [slot(17, threads=30)]}]
        self.assertEqual(groups.growth(entries, "threads"), {"slot 0 (pid 42)": ([(17, 30)], [(17, 30)])})

    def test_mpi_programs_have_a_series_for_each_starter_over_the_ranks(self):
        runs = [
            {"program": "p", "starter": "gang", "ranks": 2, "nanos": {"command → end": 2_000_000_000, "8": 1500}},
            {"program": "p", "starter": "gang", "ranks": 2, "nanos": {"command → end": 1_000_000_000}},
            {"program": "p", "starter": "spawn", "ranks": 4, "nanos": {"command → end": 500_000_000}},
        ]
        self.assertEqual(
            groups.mpi_series(runs, "command → end"), {"p": {"gang": {2: [2.0, 1.0]}, "spawn": {4: [0.5]}}}
        )
        self.assertEqual(groups.message_series(runs), {"p": {"gang": {8: [1.5]}}})


if __name__ == "__main__":
    unittest.main()
