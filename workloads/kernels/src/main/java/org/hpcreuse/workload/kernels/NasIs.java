/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.kernels;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * {@code NasIs S|W|A}: IS of the NAS Parallel Benchmarks. Ranks sort small integers ten times: they
 * count their keys in buckets, share the buckets out, and send each key to the rank that has its
 * bucket. Before each time two keys change. Each time the ranks of five keys are compared with
 * known ones, and at the end the order of all keys. Source of the task and of the right ranks: The
 * NAS Parallel Benchmarks, RNR-94-007, and their reference results.
 */
public final class NasIs {
  private static final long SEED = 314_159_265L;
  private static final int ITERATIONS = 10;
  private static final int NUMBERS_OF_A_KEY = 4;
  private static final int BUCKETS_LOG = 10;

  /**
   * A size.
   *
   * @param testIndex places of the keys whose ranks are known
   * @param testRank their ranks, before what an iteration adds
   * @param rising how many of them become higher by 1 with each iteration; the others lower
   * @param shift what an iteration's number is less than what it adds
   */
  private record Size(
      int keysLog,
      int largestKeyLog,
      List<Integer> testIndex,
      List<Integer> testRank,
      int rising,
      List<Integer> shift) {}

  private static final Map<String, Size> SIZES =
      Map.of(
          "S",
          new Size(
              16,
              11,
              List.of(48427, 17148, 23627, 62548, 4431),
              List.of(0, 18, 346, 64917, 65463),
              3,
              List.of(0, 0)),
          "W",
          new Size(
              20,
              16,
              List.of(357773, 934767, 875723, 898999, 404505),
              List.of(1249, 11698, 1039987, 1043896, 1048018),
              2,
              List.of(-2, 0)),
          "A",
          new Size(
              23,
              19,
              List.of(2112377, 662041, 5336171, 3642833, 4250760),
              List.of(104, 17523, 123928, 8288932, 8388264),
              3,
              List.of(-1, -1)));

  private final Intracomm world = MPI.COMM_WORLD;
  private final Size size;
  private final int ranks;

  /** Where the keys of each rank begin among all keys; one more than there are ranks. */
  private final int[] begins;

  private final int first;
  private final int[] keys;
  private final int bucketShift;

  /** The keys that have come to this rank in the last iteration. */
  private int[] received = new int[0];

  private NasIs(Size size) throws MPIException {
    this.size = size;
    ranks = world.getSize();
    begins = new int[ranks + 1];
    for (int rank = 0; rank <= ranks; rank++) {
      begins[rank] = (int) (((long) rank << size.keysLog) / ranks);
    }
    first = begins[world.getRank()];
    keys = new int[begins[world.getRank() + 1] - first];
    bucketShift = size.largestKeyLog - BUCKETS_LOG;
  }

  /** Runs a rank. */
  public static void main(String[] args) throws MPIException {
    Verdict.requireUsage(args.length == 1 && SIZES.containsKey(args[0]), "NasIs S|W|A");
    MPI.Init(args);
    double begun = MPI.wtime();
    NasIs is = new NasIs(SIZES.get(args[0]));
    is.generate();
    int right = 0;
    for (int iteration = 1; iteration <= ITERATIONS; iteration++) {
      right += is.sort(iteration);
    }
    boolean sorted = is.isSorted();
    int wanted = ITERATIONS * is.size.testIndex.size();
    Verdict.end(
        "IS class " + args[0],
        right == wanted && sorted,
        right + " of " + wanted + " ranks as known, " + (sorted ? "all sorted" : "not sorted"),
        begun);
  }

  private void generate() {
    NasRandom random = new NasRandom(SEED, (long) NUMBERS_OF_A_KEY * first);
    double quarter = (1 << size.largestKeyLog) / (double) NUMBERS_OF_A_KEY;
    for (int i = 0; i < keys.length; i++) {
      double sum = 0;
      for (int number = 0; number < NUMBERS_OF_A_KEY; number++) {
        sum += random.next();
      }
      keys[i] = (int) (quarter * sum);
    }
  }

  /**
   * One iteration.
   *
   * @return how many of the known ranks were right
   */
  private int sort(int iteration) throws MPIException {
    set(iteration, iteration);
    set(iteration + ITERATIONS, (1 << size.largestKeyLog) - iteration);
    int[] tested = testedKeys();
    int[] owners = owners();
    exchange(owners);
    return rightRanks(iteration, tested);
  }

  private void set(int index, int key) {
    if (index >= first && index < first + keys.length) {
      keys[index - first] = key;
    }
  }

  private int[] testedKeys() throws MPIException {
    int[] tested = new int[size.testIndex.size()];
    for (int i = 0; i < tested.length; i++) {
      int index = size.testIndex.get(i);
      tested[i] = index >= first && index < first + keys.length ? keys[index - first] : 0;
    }
    world.allReduce(tested, tested.length, MPI.INT, MPI.SUM);
    return tested;
  }

  /** The rank that has each bucket: each has about as many keys. */
  private int[] owners() throws MPIException {
    int[] counts = new int[1 << BUCKETS_LOG];
    for (int key : keys) {
      counts[key >> bucketShift]++;
    }
    world.allReduce(counts, counts.length, MPI.INT, MPI.SUM);
    int[] owners = new int[counts.length];
    int owner = 0;
    long before = 0;
    for (int bucket = 0; bucket < counts.length; bucket++) {
      owners[bucket] = owner;
      before += counts[bucket];
      while (owner < ranks - 1 && before >= begins[owner + 1]) {
        owner++;
      }
    }
    return owners;
  }

  private void exchange(int[] owners) throws MPIException {
    int[] sendCounts = new int[ranks];
    for (int key : keys) {
      sendCounts[owners[key >> bucketShift]]++;
    }
    int[] sendAt = starts(sendCounts);
    int[] sent = new int[keys.length];
    int[] next = sendAt.clone();
    for (int key : keys) {
      sent[next[owners[key >> bucketShift]]++] = key;
    }
    int[] receiveCounts = new int[ranks];
    world.allToAll(sendCounts, 1, MPI.INT, receiveCounts, 1, MPI.INT);
    received = new int[Arrays.stream(receiveCounts).sum()];
    world.allToAllv(
        sent, sendCounts, sendAt, MPI.INT, received, receiveCounts, starts(receiveCounts), MPI.INT);
  }

  private static int[] starts(int[] counts) {
    int[] starts = new int[counts.length];
    for (int i = 1; i < counts.length; i++) {
      starts[i] = starts[i - 1] + counts[i - 1];
    }
    return starts;
  }

  /** The rank of a key is how many keys are smaller. */
  private int rightRanks(int iteration, int[] tested) throws MPIException {
    int[] smaller = new int[tested.length];
    for (int key : received) {
      for (int i = 0; i < tested.length; i++) {
        if (key < tested[i]) {
          smaller[i]++;
        }
      }
    }
    world.allReduce(smaller, smaller.length, MPI.INT, MPI.SUM);
    int right = 0;
    for (int i = 0; i < tested.length; i++) {
      int change =
          i < size.rising ? iteration + size.shift.get(0) : -(iteration + size.shift.get(1));
      if (smaller[i] == size.testRank.get(i) + change) {
        right++;
      }
    }
    return right;
  }

  /** Whether the keys that all ranks have are as many as before, and in order from rank to rank. */
  private boolean isSorted() throws MPIException {
    Arrays.sort(received);
    int smallest = received.length == 0 ? Integer.MAX_VALUE : received[0];
    int largest = received.length == 0 ? Integer.MIN_VALUE : received[received.length - 1];
    int[] own = {smallest, largest, received.length};
    int[] all = new int[own.length * ranks];
    world.allGather(own, own.length, MPI.INT, all, own.length, MPI.INT);
    boolean sorted = true;
    long count = 0;
    int before = Integer.MIN_VALUE;
    for (int rank = 0; rank < ranks; rank++) {
      int length = all[own.length * rank + 2];
      count += length;
      if (length > 0) {
        sorted &= all[own.length * rank] >= before;
        before = all[own.length * rank + 1];
      }
    }
    return sorted && count == 1L << size.keysLog;
  }
}
