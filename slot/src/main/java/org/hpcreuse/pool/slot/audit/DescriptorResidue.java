/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.audit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.hpcreuse.cleanup.state.Redacted;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.state.ResidueSource;
import org.hpcreuse.pool.slot.extension.SlotExtension;
import org.hpcreuse.pool.slot.process.OpenDescriptors;

/**
 * File descriptors that were not open when the slot was ready, and those that were and are not any
 * more. They are compared by what they are open on, since numbers are used again. None is closed
 * here: MPI opens sockets at any time, and a number closed behind its owner's back hits the next
 * one to get it.
 */
public final class DescriptorResidue implements ResidueSource {
  private static final String FRAMEWORK_JAR =
      "framework-jar: the framework's jars are opened when a class of them is first needed";
  private static final String JDK_FILE =
      "jdk-file: the JDK opens files of its own and random devices when they are first needed";

  private static final String NAME_SERVICE =
      "name-service: the C library keeps files of SSSD and nscd open";
  private static final String KEPT =
      "kept-archive: classes of it are kept for the next container; an audit drops them first";
  private static final Pattern ARCHIVE = Pattern.compile(".*\\.(jar|zip)( \\(deleted\\))?");
  private static final String LINK = "slot-link: the slot has found its pool manager again";
  private static final String SOCKET = "socket:";
  private static final String SELECTOR = "anon_inode:[eventpoll]";

  /** What a selector is woken up by. */
  private static final String WAKE_UP = "anon_inode:[eventfd]";

  private static final String CONTROL_GROUPS = "/sys/fs/cgroup/";

  /** Some ten milliseconds, when a container has left such a file open. */
  private static final int LOOKS = 20;

  private final SlotExtension extension;
  private final BooleanSupplier hasNewLink;
  private final BooleanSupplier keepsClasses;
  private final Set<String> frameworkJars;
  private final Map<Integer, String> before;

  /**
   * As they are now.
   *
   * @param frameworkEntries the class path of the framework
   * @param hasNewLink whether the slot's connection is another one than now
   * @param keepsClasses whether loaders wait for their next container, with their archives open
   */
  public DescriptorResidue(
      SlotExtension extension,
      Collection<Path> frameworkEntries,
      BooleanSupplier hasNewLink,
      BooleanSupplier keepsClasses)
      throws IOException {
    this.extension = extension;
    this.hasNewLink = hasNewLink;
    this.keepsClasses = keepsClasses;
    frameworkJars = frameworkEntries.stream().map(Path::toString).collect(Collectors.toSet());
    before = OpenDescriptors.now();
  }

  @Override
  public List<Residue> residue() throws IOException {
    Map<Integer, String> now = lasting(Set.of());
    List<Residue> found = new ArrayList<>();
    List<String> known = new ArrayList<>(before.values());
    now.forEach(
        (number, target) -> {
          if (!known.remove(target)) {
            found.add(opened(number, target));
          }
        });
    List<String> present = new ArrayList<>(now.values());
    before.forEach(
        (number, target) -> {
          if (!present.remove(target)) {
            found.add(
                new Residue("fd", "fd " + number, Redacted.name(target), "", allowedBy(target)));
          }
        });
    return withoutLink(found, List.of(SOCKET)); // the rest of it looks as that of the old one
  }

  /** A quick look: those whose numbers were free. */
  public List<Residue> ofNewNumbers() throws IOException {
    List<Residue> found = new ArrayList<>();
    lasting(before.keySet()).forEach((number, target) -> found.add(opened(number, target)));
    return withoutLink(found, List.of(SOCKET, SELECTOR, WAKE_UP));
  }

  /**
   * What has come of the slot's own connection, and what has gone, when it has a new one.
   *
   * @param kinds how the targets begin of what a connection has open, each once
   */
  private List<Residue> withoutLink(List<Residue> found, List<String> kinds) {
    if (!hasNewLink.getAsBoolean()) {
      return found;
    }
    List<String> toCome = new ArrayList<>(kinds);
    List<String> toGo = new ArrayList<>(kinds);
    List<Residue> rest = new ArrayList<>();
    for (Residue each : found) {
      rest.add(
          isOneOf(toCome, each.after()) || isOneOf(toGo, each.before())
              ? new Residue(each.kind(), each.where(), each.before(), each.after(), LINK)
              : each);
    }
    return rest;
  }

  /** Takes out the kind that the target is of. */
  private static boolean isOneOf(List<String> kinds, String target) {
    return kinds.stream().filter(target::startsWith).findFirst().map(kinds::remove).orElse(false);
  }

  private Residue opened(int number, String target) {
    return new Residue("fd", "fd " + number, "", Redacted.name(target), allowedBy(target));
  }

  /**
   * What is open in two looks, and a file of a control group in some more: HotSpot reads its limits
   * at any time, and may wait for a processor meanwhile.
   */
  private static Map<Integer, String> lasting(Set<Integer> known) throws IOException {
    Map<Integer, String> now = OpenDescriptors.beyond(known);
    for (int look = 1; look < LOOKS && (look == 1 ? !now.isEmpty() : hasLimits(now)); look++) {
      now.entrySet().retainAll(OpenDescriptors.beyond(known).entrySet());
    }
    return now;
  }

  private static boolean hasLimits(Map<Integer, String> open) {
    return open.values().stream().anyMatch(target -> target.startsWith(CONTROL_GROUPS));
  }

  private String allowedBy(String target) {
    if (frameworkJars.contains(target)) {
      return FRAMEWORK_JAR;
    }
    if (keepsClasses.getAsBoolean() && ARCHIVE.matcher(target).matches()) {
      return KEPT;
    }
    if (MappingResidue.NAME_SERVICE.matcher(target).matches()) {
      return NAME_SERVICE;
    }
    if (target.startsWith(System.getProperty("java.home") + "/")
        || target.equals("/dev/random")
        || target.equals("/dev/urandom")) {
      return JDK_FILE;
    }
    return extension.allows(target);
  }
}
