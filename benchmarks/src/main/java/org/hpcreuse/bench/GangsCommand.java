/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hpcreuse.bench.Entry.GangEnd;
import org.hpcreuse.bench.Entry.GangKind;
import org.hpcreuse.bench.Entry.RunOptions;
import org.hpcreuse.bench.RunCommand.UpArguments;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.BenchException;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.Commands;
import org.hpcreuse.bench.workload.MapReduceJobs.Pi;
import org.hpcreuse.protocol.ExitCodes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code hpc-reuse bench gangs}: exit status 0 when every gang and job was as it must be. First
 * gangs of random sizes, several at a time, beside MapReduce jobs one after the other. Then gangs
 * that lose a rank, one at a time; after each comes one that must be right again.
 */
@Command(
    name = "gangs",
    mixinStandardHelpOptions = true,
    description = {
      "Run many gangs of random sizes beside each other and beside MapReduce jobs, then gangs that",
      "lose a rank; show whether all were right, how fast they end and what stays in the slots."
    })
final class GangsCommand extends RunCommand {
  private static final int MOST_TOGETHER = 16;
  private static final int LARGEST = 6;
  private static final int JOB_MAPS = 4;

  /**
   * Eight slots, of which ApplicationMasters may have two, and spares for those that are killed. A
   * pool whose spares are used up starts all its slots again; training would take minutes each
   * time.
   */
  private static final String UP =
      "--slots 8x512 --spares 4 --conf hpc-reuse.training=off"
          + " --conf yarn.scheduler.capacity.maximum-am-resource-percent=0.25";

  /** A rank dies at some moment of the wait, which begins when its line has come here. */
  private static final Duration LATEST_KILL = Duration.ofMillis(200);

  /**
   * A gang that runs workloads/gangcheck, and what it says.
   *
   * @param cluster used by no other thread
   * @param jar gangcheck.jar
   * @param number of the gang, from 1; its messages are made of it
   * @param ranks how many
   * @param kind what it is
   */
  record CheckedGang(Cluster cluster, Path jar, int number, int ranks, GangKind kind) {
    /** Some gangs wait for others, each of which takes seconds. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** A broken gang's ranks get 5 s to end by themselves. */
    private static final Duration LEAVE_LIMIT = Duration.ofSeconds(15);

    private static final Pattern BEGUN = Pattern.compile("rank (\\d+) begins");
    private static final Pattern VICTIM = Pattern.compile("victim (\\d+)");

    /** Ends a rank. */
    @FunctionalInterface
    interface Killer {
      /** Kills a process; it must be one of the pool. */
      void kill(long pid) throws IOException;
    }

    /** Runs it to its end, without a victim. */
    GangEnd run() throws IOException, InterruptedException {
      return run(pid -> {});
    }

    /**
     * Runs it to its end.
     *
     * @param killer gets the process that the gang says is to be killed
     */
    GangEnd run(Killer killer) throws IOException, InterruptedException {
      List<String> words = new ArrayList<>(List.of("-n", Integer.toString(ranks)));
      words.addAll(List.of("--time-limit", Long.toString(LIMIT.toSeconds())));
      words.addAll(List.of(jar.toString(), Integer.toString(number)));
      victimsCall().ifPresent(words::add);
      long began = System.nanoTime();
      Commands.End<Output> end =
          cluster.mpiEnd(lines -> Output.read(lines, killer), words.toArray(String[]::new));
      long ended = System.nanoTime();
      Output output = end.output();
      long leaveMs = output.killedNanos.map(at -> millis(ended - at)).orElse(0L);
      String wrong = wrong(end.status(), leaveMs, output);
      return new GangEnd(
          number, kind, ranks, wrong.isEmpty(), millis(ended - began), leaveMs, 0, wrong);
    }

    /** The program's word for the call in which a rank is killed. */
    private Optional<String> victimsCall() {
      return switch (kind) {
        case RECV -> Optional.of("recv");
        case ALL_REDUCE -> Optional.of("allReduce");
        default -> Optional.empty();
      };
    }

    private String wrong(int status, long leaveMs, Output output) {
      if (output.begun.size() != ranks) {
        return output.begun.size() + " of " + ranks + " ranks have begun; " + output.text;
      }
      if (victimsCall().isPresent()) {
        boolean broken =
            output.killedNanos.isPresent()
                && status == ExitCodes.KILLED
                && leaveMs < LEAVE_LIMIT.toMillis()
                && output.text.isEmpty();
        return broken
            ? ""
            : "status " + status + ", " + leaveMs + " ms after a rank was killed; " + output.text;
      }
      String wanted = "seed " + number + ", " + ranks + " ranks: right";
      return status == 0 && output.text.contains(wanted)
          ? ""
          : "status " + status + "; " + output.text;
    }

    private static long millis(long nanos) {
      return Duration.ofNanos(nanos).toMillis();
    }

    /** What a gang has printed. */
    private static final class Output {
      private final Set<String> begun = new HashSet<>();
      private final List<String> text = new ArrayList<>();
      private Optional<Long> killedNanos = Optional.empty();

      static Output read(InputStream from, Killer killer) throws IOException {
        Output output = new Output();
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8));
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
          output.add(line, killer);
        }
        return output;
      }

      private void add(String line, Killer killer) throws IOException {
        Matcher rank = BEGUN.matcher(line);
        Matcher victim = VICTIM.matcher(line);
        if (rank.matches()) {
          begun.add(rank.group(1));
        } else if (victim.matches()) {
          killer.kill(Long.parseLong(victim.group(1)));
          killedNanos = Optional.of(System.nanoTime());
        } else {
          text.add(line);
        }
      }
    }
  }

  @Option(
      names = "--gangs",
      paramLabel = "N",
      description = "Gangs beside jobs (default: ${DEFAULT-VALUE}).")
  int gangs = 200;

  @Option(
      names = "--kills",
      paramLabel = "K",
      description = "Gangs that lose a rank (default: ${DEFAULT-VALUE}).")
  int kills = 20;

  @Option(
      names = "--together",
      paramLabel = "T",
      description = "Gangs that are submitted at a time, 1 to 16 (default: ${DEFAULT-VALUE}).")
  int together = 3;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Of sizes, messages and moments (default: ${DEFAULT-VALUE}).")
  long seed = 1;

  @Option(
      names = "--heartbeat-ms",
      paramLabel = "H",
      description = "NodeManager and AM heartbeats (default: ${DEFAULT-VALUE}).")
  int heartbeatMs = 100;

  @Mixin UpArguments up;

  @Override
  public Integer call() throws Exception {
    if (gangs < 0 || kills < 0 || gangs + kills == 0) {
      throw BenchException.usage(
          "--gangs " + gangs + " --kills " + kills + ": one or more are needed");
    }
    requireRange("--together", together, 1, MOST_TOGETHER);
    RunOptions options =
        RunOptions.of("gangs", gangs + kills, Arm.REUSE, seed, heartbeatMs, up.after(UP));
    return withCluster(options, gangs + kills, false, this::run);
  }

  private void run(Cluster cluster, RunDirectory run, Progress progress)
      throws IOException, InterruptedException {
    Path jar = home().jar("gangcheck.jar");
    read("before", cluster, run);
    if (gangs > 0) {
      mixed(cluster, jar, run, progress);
    }
    read("after", cluster, run);
    Random random = new Random(seed);
    for (int kill = 0; kill < kills; kill++) {
      GangKind kind = kill % 2 == 0 ? GangKind.RECV : GangKind.ALL_REDUCE;
      cluster.rest();
      int number = gangs + 2 * kill + 1;
      int ranks = 2 + random.nextInt(LARGEST - 1);
      progress.begin("gang " + number + " of " + ranks + " ranks loses one in " + kind);
      long before = cluster.pool().status().ranks();
      GangEnd lost =
          new CheckedGang(cluster, jar, number, ranks, kind).run(pid -> kill(cluster, pid, random));
      GangEnd next = new CheckedGang(cluster, jar, number + 1, LARGEST, GangKind.AFTER).run();
      run.append(lost.withRanksLost(before - cluster.pool().status().ranks()));
      run.append(next);
    }
    cluster.rest();
  }

  /** By audits: a slot without training has not said its figures before its first container. */
  private static void read(String when, Cluster cluster, RunDirectory run)
      throws IOException, InterruptedException {
    cluster.rest();
    run.append(new Entry.Reading(when, 0, true, cluster.audit()));
  }

  private static void kill(Cluster cluster, long pid, Random random) throws IOException {
    if (!cluster.pool().status().processes().contains(pid)) {
      throw new IOException("process " + pid + " is no slot of " + cluster.dir());
    }
    try {
      TimeUnit.NANOSECONDS.sleep(random.nextLong(LATEST_KILL.toNanos()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
  }

  /** Gangs, several at a time, and jobs beside them until the last gang has ended. */
  private void mixed(Cluster cluster, Path jar, RunDirectory run, Progress progress)
      throws IOException, InterruptedException {
    AtomicInteger next = new AtomicInteger();
    AtomicInteger clients = new AtomicInteger(together);
    List<Callable<Void>> work = new ArrayList<>();
    for (int client = 0; client < together; client++) {
      Cluster own = cluster.beside(run.logs().resolve("gangs-" + client + ".log"));
      work.add(
          () -> {
            try {
              for (int i = next.incrementAndGet(); i <= gangs; i = next.incrementAndGet()) {
                int ranks = 1 + new SplittableRandom(seed * 1000 + i).nextInt(LARGEST);
                progress.begin("gang " + i + " of " + ranks + " ranks");
                run.append(new CheckedGang(own, jar, i, ranks, GangKind.MIXED).run());
              }
              return null;
            } catch (IOException e) {
              next.set(gangs);
              throw e;
            } finally {
              clients.decrementAndGet();
            }
          });
    }
    Cluster beside = cluster.beside(run.logs().resolve("jobs.log"));
    work.add(
        () -> {
          for (int i = 1; clients.get() > 0; i++) {
            run.append(job(beside, i));
          }
          return null;
        });
    AtomicInteger named = new AtomicInteger();
    ExecutorService threads =
        Executors.newFixedThreadPool(
            work.size(), task -> new Thread(task, "gangs-client-" + named.incrementAndGet()));
    try {
      // Each gang has a limit of its own, and the jobs end with the last one after it.
      for (Future<Void> each : threads.invokeAll(work)) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException failure
          ? failure
          : BenchException.failed(String.valueOf(e.getCause()));
    } finally {
      threads.shutdown();
    }
  }

  private static GangEnd job(Cluster cluster, int number) throws IOException, InterruptedException {
    long began = System.nanoTime();
    String detail = "";
    try {
      new Pi("pi", JOB_MAPS).run(cluster, Integer.toString(number));
    } catch (BenchException e) {
      detail = e.getMessage();
    }
    long wallMs = Duration.ofNanos(System.nanoTime() - began).toMillis();
    return new GangEnd(number, GangKind.JOB, 0, detail.isEmpty(), wallMs, 0, 0, detail);
  }
}
