/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hpcreuse.protocol.files.DirectoryTree;
import org.hpcreuse.protocol.files.FrameworkToken;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.program.JavaProgram;
import org.hpcreuse.protocol.wire.Encoded;
import org.hpcreuse.protocol.wire.LaunchSpec;

/**
 * The launch of a training job, as an executor would make it of an ApplicationMaster's container:
 * the environment and the options that YARN gives, a directory of its own, and the framework before
 * the job's jar.
 */
public final class TrainingLaunch {
  private static final String MAIN_CLASS = "org.hpcreuse.training.TrainingJob";

  private final Path directory;
  private final Path jar;
  private int jobs;

  /**
   * For one slot process.
   *
   * @param files the pool's
   * @param process number and pid of the process; its directory is named so
   */
  public TrainingLaunch(PoolFiles files, String process) {
    directory = files.logs().resolve("training-" + process);
    jar = Path.of(files.get(Options.LIB_DIR)).resolve("training.jar");
  }

  /**
   * Makes the directory and the launch of the next job.
   *
   * @throws IOException when the directory cannot be made
   */
  public LaunchSpec next() throws IOException {
    clear();
    jobs = jobs % 9999 + 1;
    // YARN's ids have the time of the ResourceManager's start in the place of the 1.
    String id = String.format("container_1_%04d_01_000001", jobs);
    Path logs = directory.resolve("logs");
    Path temporary = directory.resolve("tmp");
    PoolFiles.createOwnerOnly(directory);
    Files.createDirectories(logs);
    Files.createDirectories(temporary);
    JavaProgram program =
        new JavaProgram(
            environment(id, logs),
            properties(logs, temporary),
            List.of(directory.toString(), FrameworkToken.ofAny(), jar.toString()),
            MAIN_CLASS,
            List.of(),
            logs.resolve("stdout").toString(),
            logs.resolve("stderr").toString());
    int heapMb = (int) (Runtime.getRuntime().maxMemory() >> 20);
    return new LaunchSpec(id, directory.toString(), heapMb, Encoded.of(program));
  }

  private Map<String, String> environment(String id, Path logs) {
    Map<String, String> environment = new LinkedHashMap<>();
    environment.put("CONTAINER_ID", id);
    environment.put("NM_HOST", "127.0.0.1");
    environment.put("NM_PORT", "1");
    environment.put("NM_HTTP_PORT", "1");
    environment.put("APP_SUBMIT_TIME_ENV", Long.toString(System.currentTimeMillis()));
    environment.put("LOCAL_DIRS", directory.resolve("local").toString());
    environment.put("LOG_DIRS", logs.toString());
    environment.put("USER", System.getProperty("user.name"));
    environment.put("HOME", System.getProperty("user.home"));
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("PWD", directory.toString());
    return environment;
  }

  private static Map<String, String> properties(Path logs, Path temporary) {
    Map<String, String> properties = new LinkedHashMap<>();
    // A slot that is killed while it trains leaves what the web server has unpacked.
    properties.put("java.io.tmpdir", temporary.toString());
    properties.put("log4j.configuration", "container-log4j.properties");
    properties.put("yarn.app.container.log.dir", logs.toString());
    properties.put("yarn.app.container.log.filesize", "0");
    properties.put("hadoop.root.logger", "INFO,CLA");
    properties.put("hadoop.root.logfile", "syslog");
    return properties;
  }

  /** Where the job that fails leaves what it has logged. */
  public Path logs() {
    return directory.resolve("logs");
  }

  /**
   * Removes the last job's directory, if there is one.
   *
   * @throws IOException when something in it cannot be removed
   */
  public void clear() throws IOException {
    DirectoryTree.remove(directory);
  }
}
