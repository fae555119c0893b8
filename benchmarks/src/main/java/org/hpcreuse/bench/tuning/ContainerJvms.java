/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.tuning;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.hpcreuse.bench.cluster.Site;

/** The JVMs of a MapReduce job's containers, and the job's options that say how they start. */
final class ContainerJvms {
  /** The three kinds. */
  enum Kind {
    MASTER("yarn.app.mapreduce.am.command-opts", "yarn.app.mapreduce.am.env"),
    MAP("mapreduce.map.java.opts", "mapreduce.map.env"),
    REDUCE("mapreduce.reduce.java.opts", "mapreduce.reduce.env");

    private final String arguments;
    private final String environment;

    Kind(String arguments, String environment) {
      this.arguments = arguments;
      this.environment = environment;
    }
  }

  private final Site mapred;

  /**
   * For the jobs of one cluster.
   *
   * @param mapred its mapred-site.xml, which has the arguments that the others are added to
   */
  ContainerJvms(Site mapred) {
    this.mapred = mapred;
  }

  /**
   * Generic options of a job, {@code -Dname=value}.
   *
   * @param added further arguments of the JVM of that kind
   * @throws IOException when the configuration does not say the heap's size
   */
  List<String> arguments(Function<Kind, String> added) throws IOException {
    List<String> options = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      options.add(
          "-D" + kind.arguments + "=" + mapred.get(kind.arguments) + " " + added.apply(kind));
    }
    return options;
  }

  /** Generic options of a job whose containers run on another JDK. */
  static List<String> onJdk(String javaHome) {
    List<String> options = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      options.add("-D" + kind.environment + "=JAVA_HOME=" + javaHome);
    }
    return options;
  }
}
