/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.yarn;

import java.net.URI;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.ApplicationConstants;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.LocalResource;
import org.apache.hadoop.yarn.api.records.LocalResourceType;
import org.apache.hadoop.yarn.api.records.LocalResourceVisibility;
import org.apache.hadoop.yarn.api.records.URL;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.hpcreuse.gang.GangPlan;

/**
 * A container that runs a Java program: its files, whose jars are its class path, and its command.
 * Immutable.
 */
public final class JavaContainer {
  private final List<GangPlan.StagedFile> files;

  /** What YARN brings as well; not on the class path. */
  private final List<GangPlan.StagedFile> beside;

  private final Map<String, String> environment = new HashMap<>();
  private final String command;

  /**
   * Without Hadoop's classes.
   *
   * @param files what YARN brings to it
   * @param heapMb largest heap, MiB
   * @param mainClass binary name
   * @param arguments words without a meaning for the shell
   */
  public JavaContainer(
      List<GangPlan.StagedFile> files, int heapMb, String mainClass, List<String> arguments) {
    this(files, List.of(), List.of(), heapMb, mainClass, arguments);
  }

  private JavaContainer(
      List<GangPlan.StagedFile> files,
      List<GangPlan.StagedFile> beside,
      List<String> framework,
      int heapMb,
      String mainClass,
      List<String> arguments) {
    this.files = List.copyOf(files);
    this.beside = List.copyOf(beside);
    List<String> classPath = new ArrayList<>();
    for (GangPlan.StagedFile file : files) {
      if (file.name().endsWith(".jar")) {
        classPath.add(ApplicationConstants.Environment.PWD.$$() + "/" + file.name());
      }
    }
    classPath.addAll(framework);
    environment.put("CLASSPATH", String.join(":", classPath));
    List<String> words = new ArrayList<>();
    words.add(ApplicationConstants.Environment.JAVA_HOME.$$() + "/bin/java");
    words.add("-Xmx" + heapMb + "m");
    words.add(mainClass);
    words.addAll(arguments);
    words.add("1>" + ApplicationConstants.LOG_DIR_EXPANSION_VAR + "/stdout");
    words.add("2>" + ApplicationConstants.LOG_DIR_EXPANSION_VAR + "/stderr");
    command = String.join(" ", words);
  }

  /**
   * The same with Hadoop's classes and configuration, as MapReduce's containers have them.
   *
   * @param beside what YARN brings as well, and the class path does not have
   */
  public static JavaContainer withHadoop(
      Configuration conf,
      List<GangPlan.StagedFile> files,
      List<GangPlan.StagedFile> beside,
      int heapMb,
      String mainClass,
      List<String> arguments) {
    List<String> framework = new ArrayList<>();
    framework.addAll(conf.getTrimmedStringCollection(YarnConfiguration.YARN_APPLICATION_CLASSPATH));
    framework.addAll(conf.getTrimmedStringCollection("mapreduce.application.classpath"));
    return new JavaContainer(files, beside, framework, heapMb, mainClass, arguments);
  }

  /**
   * What a NodeManager needs to start one. Each call makes new objects, since YARN's are not
   * thread-safe.
   *
   * @param more variables of the environment, besides the class path
   * @param tokens if it gets any
   */
  public ContainerLaunchContext context(Map<String, String> more, Optional<ByteBuffer> tokens) {
    Map<String, LocalResource> resources = new HashMap<>();
    for (GangPlan.StagedFile file : Stream.concat(files.stream(), beside.stream()).toList()) {
      resources.put(
          file.name(),
          LocalResource.newInstance(
              URL.fromURI(URI.create(file.uri())),
              LocalResourceType.FILE,
              LocalResourceVisibility.APPLICATION,
              file.bytes(),
              file.timeMs()));
    }
    Map<String, String> variables = new HashMap<>(environment);
    variables.putAll(more);
    return ContainerLaunchContext.newInstance(
        resources,
        variables,
        List.of(command),
        null,
        tokens.map(ByteBuffer::duplicate).orElse(null),
        null);
  }
}
