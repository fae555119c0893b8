/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.yarn.server.nodemanager.executor.ContainerStartContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Directories and files of one container as stock YARN leaves them, without a process. Left out:
 * the wrapper scripts, which nobody would run, and {@code directory.info}, whose making walks
 * through everything that is linked.
 */
public final class ContainerFiles {
  private static final Logger LOG = LoggerFactory.getLogger(ContainerFiles.class);
  private static final int APP_DIR_MODE = 0710;
  private static final int SECRET_MODE = 0600;
  private static final int SCRIPT_MODE = 0700;
  private static final int LOGGED_SCRIPT_MODE = 0640;

  /** The launch script's own output, which people look for when a launch fails. */
  private static final String PRELAUNCH_OUT =
      "Setting up env variables\nSetting up job resources\nLaunching container\n";

  private final ContainerStartContext context;
  private final Path workDir;
  private final Path logDir;

  /**
   * @param logDir the log directory YARN has chosen for this container
   */
  public ContainerFiles(ContainerStartContext context, Path logDir) {
    this.context = context;
    this.workDir = LocalFiles.of(context.getContainerWorkDir());
    this.logDir = logDir;
  }

  public Path workDir() {
    return workDir;
  }

  /**
   * Makes everything but the links.
   *
   * @param logDirMode mode of log directories, for example 0710
   * @param logScript whether a copy of the launch script goes into the log directory
   */
  public void make(int logDirMode, boolean logScript) throws IOException {
    String container = context.getContainer().getContainerId().toString();
    for (String localDir : context.getLocalDirs()) {
      Path appCache = Path.of(localDir, "usercache", context.getUser(), "appcache");
      LocalFiles.makeDirectory(
          appCache.resolve(context.getAppId()).resolve(container), APP_DIR_MODE, true);
    }
    makeLogDirs(container, logDirMode);
    LocalFiles.makeDirectory(workDir.resolve("tmp"), APP_DIR_MODE, false);
    copySecret(context.getNmPrivateTokensPath(), "container_tokens");
    copySecret(context.getNmPrivateKeystorePath(), "yarn_provided.keystore");
    copySecret(context.getNmPrivateTruststorePath(), "yarn_provided.truststore");
    Path script = LocalFiles.of(context.getNmPrivateContainerScriptPath());
    copy(script, workDir.resolve("launch_container.sh"), SCRIPT_MODE);
    if (logScript) {
      copy(script, logDir.resolve("launch_container.sh"), LOGGED_SCRIPT_MODE);
    }
    Files.writeString(logDir.resolve("prelaunch.out"), PRELAUNCH_OUT);
    Files.writeString(logDir.resolve("prelaunch.err"), "");
  }

  /** One bad disk does not matter as long as one log directory can be made, as in stock YARN. */
  private void makeLogDirs(String container, int mode) throws IOException {
    List<String> logDirs = context.getLogDirs();
    int made = 0;
    for (String root : logDirs) {
      Path dir = Path.of(root, context.getAppId(), container);
      try {
        LocalFiles.makeDirectory(dir, mode, true);
        made++;
      } catch (IOException e) {
        LOG.warn("Unable to create the container-log directory : {}", dir, e);
      }
    }
    if (made == 0) {
      throw new IOException(
          "Not able to initialize container-log directories in any of " + logDirs);
    }
  }

  private void copySecret(org.apache.hadoop.fs.Path from, String name) throws IOException {
    if (from != null) {
      copy(LocalFiles.of(from), workDir.resolve(name), SECRET_MODE);
    }
  }

  private static void copy(Path from, Path to, int mode) throws IOException {
    LocalFiles.copy(from, to);
    LocalFiles.setMode(to, mode);
  }
}
