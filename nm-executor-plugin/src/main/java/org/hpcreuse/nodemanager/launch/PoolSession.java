/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.hpcreuse.protocol.StartupProperties;
import org.hpcreuse.protocol.files.FileIdentity;
import org.hpcreuse.protocol.files.FrameworkFingerprint;
import org.hpcreuse.protocol.files.FrameworkToken;
import org.hpcreuse.protocol.files.JavaClassPath;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.program.SlotJvm;

/**
 * What a NodeManager knows of a pool until the pool is set up again: its options, the JVM of its
 * slots, and the fingerprint of its framework. {@link ManagerClient#session} makes another one when
 * the options have changed. Thread-safe.
 */
public final class PoolSession {
  private static final String WILDCARD = "/*";

  private final PoolFiles files;
  private final FileIdentity options;

  // All guarded by this.
  private Map<String, String> startup = Map.of();
  private SlotJvm jvm;
  private List<FileIdentity> directories = List.of();
  private String fingerprint = "";

  private PoolSession(PoolFiles files, FileIdentity options) {
    this.files = files;
    this.options = options;
  }

  /**
   * Reads the pool's options, if they have changed.
   *
   * @param dir the pool's directory
   * @param before what was known; null = nothing
   * @return the same object as before when nothing has changed
   * @throws IOException as {@link PoolFiles#open}
   */
  static PoolSession open(Path dir, PoolSession before) throws IOException {
    PoolFiles.requireOwnerOnly(dir);
    FileIdentity now = FileIdentity.of(dir.resolve(PoolFiles.OPTIONS));
    return before != null && now.equals(before.options)
        ? before
        : new PoolSession(PoolFiles.open(dir), now);
  }

  public PoolFiles files() {
    return files;
  }

  /**
   * The canonical path of the slots' java.
   *
   * @throws IOException when it does not exist
   */
  String java() throws IOException {
    return Path.of(files.get(Options.JAVA_HOME)).resolve("bin/java").toRealPath().toString();
  }

  /**
   * The JVM of the slots.
   *
   * @param policy what becomes of options that only tune; the same at each call
   * @param reported the {@link StartupProperties} of the slots; empty when none has reported
   * @throws IOException when the slots' JDK cannot be read
   */
  synchronized SlotJvm jvm(Options.JvmFlags policy, Map<String, String> reported)
      throws IOException {
    if (jvm == null || !startup.equals(reported)) {
      jvm = SlotJvm.of(files, policy, reported);
      startup = reported;
    }
    return jvm;
  }

  /**
   * Expands a container's class path. The framework's part, hundreds of jars, becomes a {@link
   * FrameworkToken} where the class path names it with the words of the pool's option.
   *
   * @param classPath entries separated by colons
   * @param workDir what relative entries are relative to; links must be there already
   * @return absolute entries, and at most one token
   */
  List<String> classPath(String classPath, Path workDir) throws IOException {
    List<String> all = Arrays.asList(classPath.split(":", -1));
    String framework = files.get(Options.FRAMEWORK_CLASSPATH);
    List<String> part = Arrays.asList(framework.split(":", -1));
    int start = Collections.indexOfSubList(all, part);
    if (start < 0 || !part.stream().allMatch(entry -> entry.startsWith("/"))) {
      return JavaClassPath.expand(classPath, workDir);
    }
    List<String> entries = new ArrayList<>(expand(all.subList(0, start), workDir));
    entries.add(FrameworkToken.of(fingerprint(framework, part)));
    entries.addAll(expand(all.subList(start + part.size(), all.size()), workDir));
    return entries;
  }

  private static List<String> expand(List<String> entries, Path workDir) throws IOException {
    return entries.isEmpty() ? List.of() : JavaClassPath.expand(String.join(":", entries), workDir);
  }

  /**
   * Makes the fingerprint again at the next launch. By itself that happens when a directory of the
   * framework has changed, and not when a jar is written over in place.
   */
  synchronized void forgetFramework() {
    fingerprint = "";
  }

  /** The directories are looked at first: what changes while they are read is seen next time. */
  private synchronized String fingerprint(String framework, List<String> entries)
      throws IOException {
    List<FileIdentity> now = new ArrayList<>();
    for (String entry : entries) {
      boolean isDirectory = entry.endsWith(WILDCARD);
      now.add(
          FileIdentity.of(Path.of(isDirectory ? entry.substring(0, entry.length() - 1) : entry)));
    }
    if (fingerprint.isEmpty() || !now.equals(directories)) {
      fingerprint = FrameworkFingerprint.of(framework);
      directories = now;
    }
    return fingerprint;
  }
}
