/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hpcreuse.it.harness.Waits;

/** A running {@code bin/hpc-reuse} command; its output is in a file. */
public final class Client {
  private static final Pattern APPLICATION =
      Pattern.compile("Submitted application (application_\\d+_\\d+)");
  private static final Pattern GROUP = Pattern.compile("\\t(\\S.*)");
  private static final Pattern COUNTER = Pattern.compile("\\t\\t(.+)=(\\d+)");

  private final Process process;
  private final Path log;
  private final String command;

  Client(Process process, Path log, String command) {
    this.process = process;
    this.log = log;
    this.command = command;
  }

  /** What it has written so far. */
  public String text() throws IOException {
    return Files.readString(log);
  }

  /**
   * Waits for its end.
   *
   * @return its exit status
   */
  public int await() throws IOException, InterruptedException {
    if (!process.waitFor(Waits.JOB.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError(command + " did not end within " + Waits.JOB + ": " + text());
    }
    return process.exitValue();
  }

  /** Waits for its end, which must be a success. */
  public Client succeed() throws IOException, InterruptedException {
    int status = await();
    assertThat(status).as("%s: %s", command, text()).isZero();
    return this;
  }

  /** The id of the first application that was submitted. */
  public String application() throws IOException {
    Waits.until("an application to be submitted by " + command)
        .atMost(Waits.START)
        .until(() -> APPLICATION.matcher(text()).find());
    Matcher matcher = APPLICATION.matcher(text());
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }

  /** The counters that a job's client prints at its end; of the last job when there are more. */
  public Map<String, Long> counters() throws IOException {
    Map<String, Long> counters = new TreeMap<>();
    String group = "";
    for (String line : text().lines().toList()) {
      Matcher counter = COUNTER.matcher(line);
      Matcher title = GROUP.matcher(line);
      if (counter.matches()) {
        counters.put(group + ": " + counter.group(1), Long.parseLong(counter.group(2)));
      } else if (title.matches()) {
        group = title.group(1).strip();
      }
    }
    return counters;
  }

  /** Ends it if it still runs. The pid of one that has ended may be another process's by now. */
  void end() {
    if (process.isAlive()) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
