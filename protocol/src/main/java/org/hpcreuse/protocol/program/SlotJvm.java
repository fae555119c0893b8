/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.program;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.NotEligibleException;
import org.hpcreuse.protocol.StartupProperties;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.program.JvmRequest.OutOfMemory;

/**
 * The JVM that a pool's slots have been started with. It tells what a program's options come to
 * there: nothing is a reason to fork that has no other effect in a JVM of the program's own.
 */
public final class SlotJvm {
  /** The slots have these anyway: what YARN's own {@code <ADD_OPENS>} stands for. */
  private static final Set<String> ACCESS_OF_ALL =
      Set.of(
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-exports=java.base/sun.net.dns=ALL-UNNAMED",
          "--add-exports=java.base/sun.net.util=ALL-UNNAMED");

  private static final Pattern ACCESS =
      Pattern.compile("--add-(opens|exports)=([\\w.]+/[\\w.]+)=ALL-UNNAMED");

  /** HotSpot replaces {@code %p} by the process id, and runs the rest by a shell. */
  private static final Pattern KILL = Pattern.compile("kill +(-(9|KILL|15|TERM) +)?%p");

  private static final String DIRECT_MEMORY = "-XX:MaxDirectMemorySize=";
  private static final String ON_OUT_OF_MEMORY = "-XX:OnOutOfMemoryError=";

  /**
   * What the JDK takes properties to be that nobody has set, where that is no secret of its own.
   */
  private static final Map<String, String> JDK_DEFAULTS =
      Map.of(
          "jdk.io.permissionsUseCanonicalPath", "false",
          "sun.nio.PageAlignDirectMemory", "false",
          "sun.nio.ch.bugLevel", "",
          "sun.reflect.noInflation", "false");

  private final Set<String> startedWith;
  private final Options.JvmFlags policy;
  private final Map<String, String> startup;
  private final boolean endsWithMemory;
  private final KnownProperties known;

  /** What every slot is started with, also before one has reported. */
  private static final Map<String, String> OF_ALL_SLOTS =
      Map.of("java.net.preferIPv4Stack", "true");

  /** Limits that a slot has only when its options say so. */
  private static final List<String> LIMITS =
      List.of("-XX:MaxMetaspaceSize=", "-XX:CompressedClassSpaceSize=", DIRECT_MEMORY);

  /**
   * Of one pool.
   *
   * @param startedWith the options of its slots, word by word
   * @param policy what becomes of options that only tune
   * @param startup the {@link StartupProperties} of its slots; empty when none has reported
   * @param known the properties that its JDK knows
   * @param endsWithMemory whether a slot is replaced when its JVM has run out of memory; HotSpot
   *     tells of that once
   */
  SlotJvm(
      List<String> startedWith,
      Options.JvmFlags policy,
      Map<String, String> startup,
      KnownProperties known,
      boolean endsWithMemory) {
    this.endsWithMemory = endsWithMemory;
    this.startedWith = new HashSet<>(startedWith);
    this.policy = policy;
    this.startup = new HashMap<>(OF_ALL_SLOTS);
    this.startup.putAll(startup);
    this.known = known;
  }

  /**
   * That of a pool.
   *
   * @param policy what becomes of options that only tune
   * @param startup the {@link StartupProperties} of its slots; empty when none has reported
   * @throws IOException when the slots' JDK cannot be read
   */
  public static SlotJvm of(PoolFiles files, Options.JvmFlags policy, Map<String, String> startup)
      throws IOException {
    KnownProperties known = KnownProperties.of(Path.of(files.get(Options.JAVA_HOME)));
    return new SlotJvm(
        StartupProperties.options(startup),
        policy,
        startup,
        known,
        files.get(Options.RETIRE_OUT_OF_MEMORY));
  }

  /**
   * What a slot is asked for.
   *
   * @throws NotEligibleException when the program needs a JVM of its own
   */
  public JvmRequest request(JavaOptions options) throws NotEligibleException {
    Request request = new Request(options.heapMb());
    for (String option : options.others()) {
      if (!startedWith.contains(option) && !ACCESS_OF_ALL.contains(option)) {
        request.add(option);
      }
    }
    for (Map.Entry<String, String> property : options.properties().entrySet()) {
      requireSettable(property.getKey(), property.getValue());
    }
    return request.get();
  }

  private void requireSettable(String name, String value) throws NotEligibleException {
    if (!StartupProperties.contains(name)) {
      return;
    }
    String own = startup.get(name);
    boolean same =
        own == null
            ? value.equals(JDK_DEFAULTS.get(name)) || !known.mayMean(name)
            : value.equals(own);
    if (!same) {
      throw new NotEligibleException(
          FallbackReason.STARTUP_PROPERTY, "-D" + name + " is read only when a JVM starts");
    }
  }

  private final class Request {
    private final int heapMb;
    private final List<String> opens = new ArrayList<>();
    private final List<String> exports = new ArrayList<>();
    private final List<String> withoutEffect = new ArrayList<>();
    private OutOfMemory onOutOfMemory = OutOfMemory.GO_ON;
    private boolean exitsOnOutOfMemory;

    /** Without a heap of its own a container has no limit that could be compared. */
    Request(Optional<Integer> heapMb) {
      this.heapMb = heapMb.orElse(0);
    }

    void add(String option) throws NotEligibleException {
      switch (OptionKinds.kindOf(option)) {
        case NO_EFFECT -> {
          // The slot's JVM is as it would be with it.
        }
        case TUNING -> {
          if (policy == Options.JvmFlags.FORK
              || isMoreDirectMemory(option)
              || isLimitOfSlots(option)) {
            throw refused(option);
          }
          withoutEffect.add(option);
        }
        case ACCESS -> addAccess(option);
        case OUT_OF_MEMORY -> addOutOfMemory(option);
        case OTHER -> throw refused(option);
      }
    }

    /** A slot's limit is its heap, which is as large as the container's or larger. */
    private boolean isMoreDirectMemory(String option) {
      return option.startsWith(DIRECT_MEMORY)
          && MemorySize.mebibytes(option.substring(DIRECT_MEMORY.length())).orElse(0) > heapMb;
    }

    /** The slots have another one. */
    private boolean isLimitOfSlots(String option) {
      return LIMITS.stream()
          .filter(option::startsWith)
          .anyMatch(limit -> startedWith.stream().anyMatch(own -> own.startsWith(limit)));
    }

    private void addAccess(String option) throws NotEligibleException {
      Matcher access = ACCESS.matcher(option);
      if (!access.matches()) {
        throw refused(option);
      }
      (access.group(1).equals("opens") ? opens : exports).add(access.group(2));
    }

    private void addOutOfMemory(String option) throws NotEligibleException {
      if (!endsWithMemory) {
        throw refused(option);
      }
      if (!option.startsWith(ON_OUT_OF_MEMORY)) {
        exitsOnOutOfMemory = option.startsWith("-XX:+");
        return;
      }
      Matcher kill = KILL.matcher(option.substring(ON_OUT_OF_MEMORY.length()).strip());
      if (!kill.matches()) {
        throw refused(option);
      }
      String signal = kill.group(2);
      boolean isKill = "9".equals(signal) || "KILL".equals(signal);
      onOutOfMemory = isKill ? OutOfMemory.KILL : OutOfMemory.TERM;
    }

    /**
     * HotSpot runs the command first, and then exits: a process that gets SIGTERM exits as well.
     */
    JvmRequest get() {
      boolean exits = exitsOnOutOfMemory && onOutOfMemory != OutOfMemory.KILL;
      return new JvmRequest(
          List.copyOf(opens),
          List.copyOf(exports),
          exits ? OutOfMemory.EXIT : onOutOfMemory,
          List.copyOf(withoutEffect));
    }
  }

  private static NotEligibleException refused(String option) {
    return new NotEligibleException(FallbackReason.JVM_FLAG, OptionKinds.nameOf(option));
  }
}
