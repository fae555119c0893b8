/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.client;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Resource;
import org.hpcreuse.gang.GangPlan;
import org.hpcreuse.gang.yarn.JavaContainer;
import org.hpcreuse.protocol.wire.Encoded;

/** What YARN has to know of a gang, and the files that it needs. */
final class Submission {
  private static final int SECRET_BYTES = 32;
  private static final String MASTER_CLASS = "org.hpcreuse.gang.master.GangMaster";

  private final Configuration conf;
  private final GangRequest request;
  private final Program program;
  private final byte[] secret = new byte[SECRET_BYTES];

  Submission(Configuration conf, GangRequest request, Program program) {
    this.conf = conf;
    this.request = request;
    this.program = program;
    new SecureRandom().nextBytes(secret);
  }

  /** Whether the gang goes on without its client. */
  boolean isDetached() {
    return request.detached();
  }

  byte[] secret() {
    return secret.clone();
  }

  /**
   * What the user wants of a gang.
   *
   * @param size of a rank
   */
  record GangRequest(
      int ranks,
      RankSize size,
      boolean withHadoop,
      Optional<Long> timeLimitSeconds,
      boolean detached,
      Optional<String> queue) {}

  /**
   * Makes an application ready for submission.
   *
   * @param context of the application; says the gang's name, queue and master afterwards
   * @param staging where its files go
   */
  void prepare(ApplicationSubmissionContext context, Staging staging)
      throws IOException, CommandInterruptedException {
    staging.make();
    List<GangPlan.StagedFile> own = new ArrayList<>();
    for (Class<?> each : List.of(GangPlan.class, Encoded.class)) {
      own.add(staging.copy(jarOf(each)));
    }
    GangPlan.StagedFile secretFile = staging.write(GangPlan.SECRET_FILE, secret);
    List<GangPlan.StagedFile> programs = new ArrayList<>();
    for (Path jar : program.jars()) {
      programs.add(staging.copy(jar));
    }
    List<GangPlan.StagedFile> files = new ArrayList<>(programs);
    files.add(secretFile); // the slots have what runs a rank
    GangPlan plan =
        new GangPlan(
            program.mainClass(),
            program.arguments(),
            request.ranks(),
            request.size().memoryMb(),
            request.size().heapMb(),
            request.withHadoop(),
            files,
            request.timeLimitSeconds(),
            request.detached());
    List<GangPlan.StagedFile> master = new ArrayList<>(own);
    master.add(secretFile);
    master.add(staging.write(GangPlan.FILE, plan.toBytes()));

    context.setApplicationName(program.mainClass());
    context.setApplicationType(GangPlan.TYPE);
    context.setMaxAppAttempts(1);
    request.queue().ifPresent(context::setQueue);
    context.setResource(Resource.newInstance(masterMb(), 1));
    context.setAMContainerSpec(master(master, programs));
  }

  private int masterMb() {
    return conf.getInt("yarn.app.mapreduce.am.resource.mb", 1024);
  }

  /**
   * The master's container.
   *
   * @param programs what it does not need: the ranks on its node find them there already
   */
  private ContainerLaunchContext master(
      List<GangPlan.StagedFile> files, List<GangPlan.StagedFile> programs) {
    int heapMb =
        RankSize.heapOption(conf.get("yarn.app.mapreduce.am.command-opts", ""))
            .orElse(masterMb() * 4 / 5);
    return JavaContainer.withHadoop(conf, files, programs, heapMb, MASTER_CLASS, List.of())
        .context(Map.of(), Optional.empty());
  }

  private static Path jarOf(Class<?> type) throws IOException {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException("no jar of " + type.getName(), e);
    }
  }
}
