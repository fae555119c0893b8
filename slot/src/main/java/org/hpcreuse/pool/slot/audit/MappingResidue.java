/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.audit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.hpcreuse.cleanup.state.NativeLibraries;
import org.hpcreuse.cleanup.state.Redacted;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.state.ResidueSource;
import org.hpcreuse.pool.slot.extension.SlotExtension;

/**
 * Files in the memory of the process, /proc/self/maps, that were not there when the slot was ready:
 * libraries that native code has opened by {@code dlopen}, or that have stayed when their class
 * loader went, and files that a container has mapped.
 *
 * <p>Used by the runner thread, between containers.
 */
public final class MappingResidue implements ResidueSource {
  private static final Path MAPS = Path.of("/proc/self/maps");

  /** What the kernel says of a file that is in no directory any more. */
  private static final String DELETED = " (deleted)";

  /** Address, permissions, offset, device, inode, file. */
  private static final int FIELDS = 6;

  private static final int PERMISSIONS = 1;
  private static final String JDK_FILE = "jdk-file: the JDK maps files of its own";
  private static final String STAYS =
      "staying-library: loaded by a class that stays, or needed by such a library";
  private static final String RUN_TIME =
      "c-library: the C library opens it by itself, or it is a language's and cannot be unloaded";

  /** Modules of the C library for names, character sets, locales; what ends threads; C++. */
  private static final Pattern OF_C_LIBRARY =
      Pattern.compile(
          "(/usr)?/lib(64|32)?/(.*/)?"
              + "(lib(c|m|dl|rt|pthread|resolv|gcc_s|stdc\\+\\+|atomic|quadmath|nss_\\w+)(-[\\w.]+)*\\.so.*"
              + "|gconv/.*|locale/.*)");

  /** What libhadoop opens when a codec or cipher is used first. Source: Hadoop's native code. */
  private static final Pattern HADOOPS =
      Pattern.compile(".*/lib(z|zstd|snappy|bz2|crypto|isal|pmem)\\.so[.\\w-]*");

  /** Where the daemons of SSSD and nscd keep what programs map. */
  static final Pattern NAME_SERVICE =
      Pattern.compile("/var/lib/sss/.*|/var/db/nscd/.*|(/var)?/run/nscd/.*");

  private final SlotExtension extension;
  private final Supplier<List<ClassLoader>> staying;
  private final Set<String> before;

  /** What libraries of loaders that stay have brought along, and they themselves. */
  private final Set<String> adopted = new HashSet<>();

  /**
   * As it is now.
   *
   * @param staying gives the loaders that stay
   */
  public MappingResidue(SlotExtension extension, Supplier<List<ClassLoader>> staying)
      throws IOException {
    this.extension = extension;
    this.staying = staying;
    before = new HashSet<>(now().keySet());
  }

  private Set<String> libraries() {
    Set<String> files = new HashSet<>(NativeLibraries.ofJdk());
    for (ClassLoader loader : staying.get()) {
      for (ClassLoader at = loader; at != null; at = at.getParent()) {
        files.addAll(NativeLibraries.of(at));
      }
    }
    return files;
  }

  @Override
  public List<Residue> residue() throws IOException {
    return residue(false);
  }

  /** Libraries alone: a file that a container has mapped may wait for a collection. */
  public List<Residue> ofLibraries() throws IOException {
    return residue(true);
  }

  private List<Residue> residue(boolean ofLibraries) throws IOException {
    Map<String, Boolean> added = now();
    added.keySet().removeAll(before);
    Set<String> known = libraries();
    if (added.keySet().stream().anyMatch(file -> known.contains(file) && adopted.add(file))) {
      // It was loaded since the last look, and what it needs came with it.
      added.keySet().stream().filter(MappingResidue::isSystems).forEach(adopted::add);
    }
    adopted.removeIf(file -> !isSystems(file) && !known.contains(file));
    List<Residue> found = new ArrayList<>();
    added.forEach(
        (file, isLibrary) -> {
          if (isLibrary || !ofLibraries) {
            found.add(new Residue("mapping", Redacted.name(file), "", "mapped", allowedBy(file)));
          }
        });
    return found;
  }

  private String allowedBy(String file) {
    if (file.startsWith(System.getProperty("java.home") + "/")) {
      return JDK_FILE;
    } else if (HADOOPS.matcher(file).matches()) {
      return STAYS;
    } else if (NAME_SERVICE.matcher(file).matches()) {
      return RUN_TIME;
    } else if (adopted.contains(file)) {
      return STAYS;
    }
    return OF_C_LIBRARY.matcher(file).matches() ? RUN_TIME : extension.allows(file);
  }

  private static boolean isSystems(String file) {
    return file.startsWith("/lib") || file.startsWith("/usr/lib");
  }

  /** Files, and whether code in them can run. */
  private static Map<String, Boolean> now() throws IOException {
    Map<String, Boolean> files = new TreeMap<>();
    for (String line : Files.readAllLines(MAPS, StandardCharsets.ISO_8859_1)) {
      String[] fields = line.split(" +", FIELDS);
      if (fields.length == FIELDS && fields[FIELDS - 1].startsWith("/")) {
        String file = fields[FIELDS - 1].replace(DELETED, "");
        files.merge(file, fields[PERMISSIONS].contains("x"), Boolean::logicalOr);
      }
    }
    return files;
  }
}
