#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Computes PageRank independently of the MapReduce jobs and compares.

Without --iterations the ranks are NetworkX's, converged. With it, or for graphs of more than
--networkx-edges edges, they are a power iteration on a SciPy sparse matrix.
"""

import argparse
import gzip
import pathlib
import sys

import networkx
import numpy
import scipy.sparse


def read_edges(path):
    """The edges of a file, or of all visible files below a directory, each once."""
    files = [path]
    if path.is_dir():
        files = [f for f in sorted(path.rglob("*")) if f.is_file() and f.name[0] not in "._"]
    edges = set()
    for file in files:
        with (gzip.open if file.suffix == ".gz" else open)(file, "rb") as lines:
            for line in lines:
                fields = line.split()
                if fields and not fields[0].startswith(b"#") and len(fields) == 2:
                    edges.add((fields[0], fields[1]))
    return sorted(edges)


def networkx_ranks(edges, damping):
    graph = networkx.DiGraph()
    graph.add_edges_from(edges)
    # NetworkX stops at an L1 change of nodes * tol.
    tolerance = 1e-14 / graph.number_of_nodes()
    return networkx.pagerank(graph, alpha=damping, max_iter=10000, tol=max(tolerance, 1e-18))


def scipy_ranks(edges, damping, iterations):
    names = sorted({name for edge in edges for name in edge})
    index = {name: i for i, name in enumerate(names)}
    rows = numpy.fromiter((index[to] for _, to in edges), dtype=numpy.int64, count=len(edges))
    columns = numpy.fromiter((index[f] for f, _ in edges), dtype=numpy.int64, count=len(edges))
    size = len(names)
    out_degree = numpy.bincount(columns, minlength=size)
    matrix = scipy.sparse.csr_matrix((1.0 / out_degree[columns], (rows, columns)), (size, size))
    dangling = out_degree == 0
    ranks = numpy.full(size, 1.0 / size)
    for _ in range(iterations or 10000):
        before = ranks
        ranks = damping * (matrix @ before + before[dangling].sum() / size) + (1 - damping) / size
        if not iterations and numpy.abs(ranks - before).sum() < 1e-13:
            break
    return dict(zip(names, ranks))


def expected_ranks(edges, options):
    if options.iterations or len(edges) > options.networkx_edges:
        return scipy_ranks(edges, options.damping, options.iterations)
    return networkx_ranks(edges, options.damping)


def read_ranks(path):
    files = sorted(path.glob("part-*")) if path.is_dir() else [path]
    ranks = {}
    for file in files:
        with open(file, "rb") as lines:
            for line in lines:
                name, rank = line.rstrip(b"\n").split(b"\t")
                if name in ranks:
                    sys.exit(f"check_ranks: node {name.decode()} is twice in {path}")
                ranks[name] = float(rank)
    return ranks


def compare(expected, actual, tolerance):
    missing = expected.keys() - actual.keys()
    unknown = actual.keys() - expected.keys()
    if missing or unknown:
        sys.exit(
            f"check_ranks: {len(missing)} nodes missing {sorted(missing)[:3]},"
            f" {len(unknown)} unknown {sorted(unknown)[:3]}"
        )
    name = max(expected, key=lambda n: abs(expected[n] - actual[n]))
    error = abs(expected[name] - actual[name])
    total = sum(actual.values())
    print(
        f"{len(actual)} nodes, total rank {total:.12f}, largest difference {error:.3e}"
        f" at {name.decode()} (limit {tolerance:.0e})"
    )
    if not error <= tolerance or abs(total - 1) > tolerance:
        sys.exit("check_ranks: the ranks differ")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graph", type=pathlib.Path, help="edge list (plain or .gz) or directory")
    parser.add_argument("ranks", type=pathlib.Path, nargs="?", help="what PageRank wrote")
    parser.add_argument("--damping", type=float, default=0.85)
    parser.add_argument("--iterations", type=int, help="exactly so many; default: converged")
    parser.add_argument("--tolerance", type=float, default=1e-6, help="per node")
    parser.add_argument("--networkx-edges", type=int, default=1_000_000)
    parser.add_argument("--write", type=pathlib.Path, help="write the expected ranks there")
    options = parser.parse_args()
    edges = read_edges(options.graph)
    if not edges:
        sys.exit(f"check_ranks: no edge in {options.graph}")
    expected = expected_ranks(edges, options)
    if options.write:
        with open(options.write, "wb") as out:
            for name in sorted(expected):
                out.write(name + b"\t" + repr(float(expected[name])).encode() + b"\n")
    if options.ranks:
        compare(expected, read_ranks(options.ranks), options.tolerance)


if __name__ == "__main__":
    main()
