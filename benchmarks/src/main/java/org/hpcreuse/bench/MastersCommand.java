/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.bench.Entry.RunOptions;
import org.hpcreuse.bench.RunCommand.UpArguments;
import org.hpcreuse.bench.cluster.Arm;
import org.hpcreuse.bench.cluster.Cluster;
import org.hpcreuse.bench.cluster.MachineTime;
import org.hpcreuse.protocol.ProcessStat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code hpc-reuse bench masters}: what the early heartbeats of slots cost a ResourceManager. Exit
 * status 0 when all cases were measured. The ApplicationMasters are in one program, a client of the
 * cluster, which runs one case after the other.
 */
@Command(
    name = "masters",
    mixinStandardHelpOptions = true,
    description = {
      "Have many ApplicationMasters wait for containers of a full cluster, as in stock Hadoop and",
      "as in slots; show heartbeats, the time of their answers, and what the ResourceManager takes."
    })
final class MastersCommand extends RunCommand {
  private static final int HEARTBEAT_MS = 1000;

  /** Each is a thread, a connection and an application. */
  private static final int MOST_MASTERS = 1000;

  private static final int MOST_SECONDS = 600;

  /** Each wait, with requests that change never, each second, and each 100 ms. */
  private static final List<String> CASES =
      List.of("stock:0", "stock:1000", "stock:100", "slots:0", "slots:1000", "slots:100");

  /**
   * The scheduler counts the smallest container for each ApplicationMaster, though these have none,
   * so that their share has to be larger than the cluster. YARN must not miss the containers that
   * are given and never launched, nor the ApplicationMaster that has them and sends no heartbeats.
   * No run takes the four hours; YARN allows less than eight.
   */
  private static final String UP =
      "--slots 2x128"
          + " --conf yarn.resourcemanager.rm.container-allocation.expiry-interval-ms=14400000"
          + " --conf yarn.am.liveness-monitor.expiry-interval-ms=14400000"
          + " --conf yarn.scheduler.capacity.maximum-am-resource-percent=";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Enough of a line to find it. */
  private static final int MOST_QUOTED = 200;

  @Option(
      names = "--masters",
      paramLabel = "N",
      description = "ApplicationMasters, 1 to 1000 (default: ${DEFAULT-VALUE}).")
  int masters = 100;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "Length of each case, 1 to 600 (default: ${DEFAULT-VALUE}).")
  int seconds = 30;

  @Mixin UpArguments up;

  @Override
  public Integer call() throws IOException, InterruptedException {
    requireRange("--masters", masters, 1, MOST_MASTERS);
    requireRange("--seconds", seconds, 1, MOST_SECONDS);
    List<String> words = up.after(UP + (masters + 2));
    return withCluster(
        RunOptions.of("masters", seconds, Arm.FORK, 1, HEARTBEAT_MS, words),
        CASES.size() + 2,
        false,
        (cluster, run, progress) -> {
          progress.begin("wait for a quiet machine");
          MachineTime.awaitQuiet(progress::say);
          progress.begin("register " + masters + " ApplicationMasters");
          long manager = Cluster.pids(cluster.dir()).get("resourcemanager");
          List<String> line = new ArrayList<>(List.of(home().jar("masters.jar").toString()));
          for (int number : List.of(masters, seconds, HEARTBEAT_MS)) {
            line.add(Integer.toString(number));
          }
          line.addAll(CASES);
          // The agent of slots has their wait.
          Path agent = home().jar("hadoop-agent.jar");
          cluster.hadoop(
              output -> read(output, manager, run, progress), agent, line.toArray(String[]::new));
        });
  }

  /**
   * Reads what the program with the ApplicationMasters prints: lines for a run, and notes for
   * people. It prints a line when a second of a case is over, to which the processor time that was
   * used until then is added: by the ResourceManager, ms, and by all of the machine.
   *
   * @param manager the ResourceManager's pid
   * @return how many lines there were
   */
  static int read(InputStream output, long manager, RunDirectory run, Progress progress)
      throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8));
    int count = 0;
    for (String text = lines.readLine(); text != null; text = lines.readLine()) {
      ObjectNode line = parse(text);
      JsonNode of = line.path("of");
      String type = line.path("type").asText();
      if (type.equals("note")) {
        progress.say(line.path("text").asText());
        continue;
      }
      if (type.equals("masterSecond")) {
        MachineTime machine = MachineTime.now();
        line.put("managerMs", ProcessStat.of(manager).cpuMs());
        line.put("busyTicks", machine.busyTicks()).put("allTicks", machine.allTicks());
        if (line.path("second").asInt() == 0) {
          String news = of.path("newsMs").asText();
          progress.begin(
              "wait as in "
                  + of.path("waits").asText()
                  + (news.equals("0") ? "" : ", news each " + news + " ms"));
        }
      }
      run.append(line + "\n");
      count++;
    }
    return count;
  }

  private static ObjectNode parse(String text) throws IOException {
    try {
      return (ObjectNode) JSON.readTree(text);
    } catch (JsonProcessingException | ClassCastException e) {
      String begin = text.substring(0, Math.min(text.length(), MOST_QUOTED));
      throw new IOException("the program with the ApplicationMasters printed: " + begin, e);
    }
  }
}
