/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.cli.diagnosis.DiagBundle;
import org.hpcreuse.cli.diagnosis.Redaction;
import org.hpcreuse.cli.diagnosis.ThreadDumps;
import org.hpcreuse.cli.pool.PoolClient;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.wire.Message;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Collects what a bug report needs, whether the pool runs or not: status, settings, the ends of all
 * logs but the containers' own, thread dumps. What cannot be had is said in its place.
 */
@Command(
    name = "diag",
    description = "Collect what a bug report needs into one file, without secrets.",
    mixinStandardHelpOptions = true)
public final class DiagCommand implements Callable<Integer> {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
  private static final List<String> LOGS = List.of(".log", ".out", ".log.1", ".jsonl");

  @Spec CommandSpec spec;
  @Mixin PoolClient pool;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "The zip file to make (default: hpc-reuse-diag-TIME.zip here).")
  Path output;

  @Override
  public Integer call() throws IOException, InterruptedException, Failure {
    Path dir = pool.dir;
    if (!Files.isDirectory(dir.resolve("conf"))) {
      throw new Failure(ExitCodes.UNAVAILABLE, "no cluster in " + dir);
    }
    Path file =
        output != null
            ? output
            : Path.of(
                "hpc-reuse-diag-"
                    + LocalDateTime.now(ZoneId.systemDefault()).format(STAMP)
                    + ".zip");
    try (DiagBundle bundle = new DiagBundle(file, new Redaction(secret(dir)))) {
      String status = status();
      bundle.add("status.json", status + "\n");
      bundle.add("machine.txt", machine());
      bundle.addFiles("conf", dir.resolve("conf"), List.of(".xml", ".properties"));
      bundle.addFiles("run", dir.resolve("run"), List.of("plan", ".pid"));
      bundle.addFiles("pool", dir.resolve("pool"), List.of(".properties", ".json", ".pid"));
      bundle.addFiles("pool/logs", dir.resolve("pool/logs"), LOGS);
      bundle.addFiles("logs", dir.resolve("logs"), LOGS);
      ThreadDumps dumps = new ThreadDumps(Path.of(System.getProperty("java.home")));
      for (long pid : pids(status)) {
        bundle.add("threads/" + pid + ".txt", dumps.of(pid));
        bundle.add("threads/" + pid + "-status.txt", kernelStatus(pid));
      }
    }
    spec.commandLine().getOut().println(file.toAbsolutePath().normalize());
    spec.commandLine().getOut().flush();
    return ExitCodes.OK;
  }

  private static String secret(Path dir) {
    try {
      return PoolFiles.open(dir.resolve("pool")).readSecret();
    } catch (IOException e) {
      // Fork mode, or a pool that was never started: there is nothing to leave out.
      return "";
    }
  }

  private String status() {
    try {
      return pool.askText(new Message.StatusQuery(), TIMEOUT);
    } catch (IOException | TimeoutException | Failure e) {
      return "{\"error\":" + new ObjectMapper().valueToTree(String.valueOf(e.getMessage())) + "}";
    }
  }

  private static List<Long> pids(String status) throws IOException {
    JsonNode json = new ObjectMapper().readTree(status);
    List<Long> pids = new ArrayList<>();
    json.findValues("pid").forEach(pid -> pids.add(pid.asLong()));
    return pids.stream().filter(pid -> pid > 0).distinct().toList();
  }

  private static String machine() throws IOException {
    return String.join(
        "\n",
        "system " + System.getProperty("os.name") + " " + System.getProperty("os.version"),
        "java " + System.getProperty("java.vm.version"),
        "processors " + Runtime.getRuntime().availableProcessors(),
        Files.readString(Path.of("/proc/meminfo")));
  }

  private static String kernelStatus(long pid) {
    try {
      return Files.readString(
          Path.of("/proc", Long.toString(pid), "status"), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "process " + pid + " is not there\n";
    }
  }
}
