/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.trace.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.it.harness.Installation;
import org.hpcreuse.it.harness.pool.Container;
import org.hpcreuse.it.harness.pool.Fork;
import org.hpcreuse.it.harness.pool.Outcome;
import org.hpcreuse.it.harness.pool.PoolExtension;
import org.hpcreuse.it.program.probe.Probe;

/** Runs hostile containers and probes in the one slot of a pool, all with the same properties. */
public final class ProbedPool {
  private final PoolExtension pool;
  private final Map<String, String> properties = new TreeMap<>();
  private long slot;

  public ProbedPool(PoolExtension pool) {
    this.pool = pool;
    properties.put("java.net.preferIPv4Stack", "true");
    properties.put("hadoop.metrics.log.level", "WARN");
    properties.put("log4j.configuration", "container-log4j.properties");
    properties.put("yarn.app.container.log.filesize", "0");
    properties.put("hadoop.root.logger", "INFO,CLA");
    properties.put("hadoop.root.logfile", "syslog");
  }

  /** From now on all containers have this property, too. */
  ProbedPool property(String name, String value) {
    properties.put(name, value);
    return this;
  }

  /** What the probe sees in a JVM of its own on that JDK. */
  public Seen forked(Path javaHome) throws IOException, InterruptedException {
    Container container = container(Probe.class);
    container.arguments(report(container).toString());
    return Seen.of(report(container), Fork.run(container, javaHome), container);
  }

  /** Runs a program to its end, whatever its status. */
  public Outcome run(Class<?> program) throws IOException, TimeoutException {
    Outcome outcome = pool.run(container(program));
    slot = outcome.assigned().slotPid();
    return outcome;
  }

  /** What the probe sees in the slot. */
  public Seen probe() throws IOException, TimeoutException {
    return probe(List.of());
  }

  /** What the probe sees when its thread has run that program before. */
  public Seen probeAfter(Class<?> program) throws IOException, TimeoutException {
    return probe(List.of(program.getName()));
  }

  /** The process id of the slot that has run the last container. */
  public long slot() {
    return slot;
  }

  private Seen probe(List<String> program) throws IOException, TimeoutException {
    Container container = container(Probe.class);
    List<String> arguments = new ArrayList<>(List.of(report(container).toString()));
    arguments.addAll(program);
    container.arguments(arguments.toArray(new String[0]));
    Outcome outcome = pool.run(container);
    assertThat(outcome.status()).as(outcome.stdout() + outcome.stderr()).isZero();
    slot = outcome.assigned().slotPid();
    return Seen.of(report(container), outcome.stdout(), container);
  }

  /** Beside the working directory, whose content the probe lists. */
  private static Path report(Container container) {
    return Path.of(container.workDir() + ".seen");
  }

  /** With the class path and the properties of a task. */
  private Container container(Class<?> program) throws IOException {
    Container container = pool.container(program).withFramework(Installation.hadoopJars());
    String dir = container.workDir().toString();
    for (String name : List.of("LANG", "LC_ALL")) {
      if (System.getenv(name) != null) {
        container.environment(name, System.getenv(name));
      }
    }
    properties.forEach(container::property);
    return container
        .property("java.io.tmpdir", Files.createDirectory(container.workDir().resolve("tmp")) + "")
        .property("yarn.app.container.log.dir", dir);
  }
}
