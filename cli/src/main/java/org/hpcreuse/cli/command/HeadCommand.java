/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.command;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.cli.head.ClusterDirectory;
import org.hpcreuse.cli.head.ClusterMonitor;
import org.hpcreuse.cli.head.ClusterMonitor.Findings;
import org.hpcreuse.cli.head.ClusterMonitor.Sentence;
import org.hpcreuse.cli.head.HeadQuestion;
import org.hpcreuse.cli.head.WatchedCluster;
import org.hpcreuse.protocol.ExitCodes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Watches a cluster of several nodes for the script of its head, which asks by lines on standard
 * input and waits for lines on standard output. Ends with its standard input, and so with that
 * script: nodes then hear of no head any more.
 */
@Command(
    name = "head",
    hidden = true,
    description = "Watch the nodes of a cluster (used by the script of its head).",
    mixinStandardHelpOptions = true)
public final class HeadCommand implements Callable<Integer> {
  private static final long NANOS_PER_MS = 1_000_000;

  @Option(names = "--dir", required = true)
  Path dir;

  @Option(names = "--hosts", required = true, split = ",")
  List<String> hosts;

  @Option(names = "--remote", required = true)
  String remote;

  @Option(names = "--node-dir", required = true)
  Path nodeDir;

  @Option(names = "--lost-seconds", required = true)
  int lostSeconds;

  @Option(names = "--started-ms", required = true)
  long startedMs;

  @Option(names = "--until-ms", defaultValue = "0")
  long untilMs;

  InputStream in = System.in;
  OutputStream out = new FileOutputStream(FileDescriptor.out);
  OutputStream err = new FileOutputStream(FileDescriptor.err);

  private final BlockingQueue<HeadQuestion> questions = new LinkedBlockingQueue<>();

  /** Reads questions; the thread that looks may be held up by a file system that stands still. */
  @Override
  public Integer call() throws IOException {
    Thread watch = new Thread(this::watchOrEnd, "head-watch");
    watch.setDaemon(true);
    watch.start();
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      questions.add(HeadQuestion.parse(line));
    }
    watch.interrupt();
    return ExitCodes.OK;
  }

  /** Without the one thread that looks nobody would answer: the script hears of the end. */
  private void watchOrEnd() {
    try {
      watch();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    } catch (Throwable unexpected) {
      words().println("hpc-reuse: the head's Java process cannot go on: " + unexpected);
      System.exit(ExitCodes.FAILED);
    }
  }

  private void watch() throws InterruptedException {
    ClusterDirectory directory = new ClusterDirectory(dir);
    ClusterMonitor monitor =
        new ClusterMonitor(
            new WatchedCluster(dir, hosts, remote, nodeDir, lostSeconds, startedMs, untilMs),
            directory,
            () -> System.nanoTime() / NANOS_PER_MS,
            System::currentTimeMillis);
    PrintStream answers = new PrintStream(out, true, StandardCharsets.US_ASCII);
    PrintStream words = words();
    long pauseMs = 0;
    while (true) {
      HeadQuestion question = questions.poll(pauseMs, TimeUnit.MILLISECONDS);
      if (question != null) {
        monitor.ask(question);
      }
      Findings found = monitor.look();
      if (found.beat()) {
        directory.beat();
      }
      found.sentences().forEach(sentence -> say(sentence, words));
      found.answer().ifPresent(answers::println);
      pauseMs = found.pauseMs();
    }
  }

  /** What scripts print is UTF-8, whatever the locale. */
  private PrintStream words() {
    return new PrintStream(err, true, StandardCharsets.UTF_8);
  }

  private static void say(Sentence sentence, PrintStream words) {
    words.print(sentence.text() + "\n");
    for (Path log : sentence.logs()) {
      List<String> lines = ClusterDirectory.lastLines(log);
      if (!lines.isEmpty()) {
        words.print("last lines of " + log + ":\n");
        lines.forEach(line -> words.print("  | " + line + "\n"));
      }
    }
    words.flush();
  }
}
