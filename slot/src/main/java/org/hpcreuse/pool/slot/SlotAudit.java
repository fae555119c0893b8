/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.hpcreuse.cleanup.JvmSteps;
import org.hpcreuse.cleanup.agent.Agent;
import org.hpcreuse.cleanup.initializer.ReadOnceTable;
import org.hpcreuse.cleanup.state.Redacted;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.state.ResidueSource;
import org.hpcreuse.cleanup.statics.JdkStatics;
import org.hpcreuse.pool.slot.audit.DescriptorResidue;
import org.hpcreuse.pool.slot.audit.KernelResidue;
import org.hpcreuse.pool.slot.audit.MappingResidue;
import org.hpcreuse.pool.slot.audit.NativeThreadResidue;
import org.hpcreuse.pool.slot.audit.ThreadResidue;
import org.hpcreuse.pool.slot.memory.LoaderWatch;
import org.hpcreuse.pool.slot.memory.NativeLibraryResidue;
import org.hpcreuse.pool.slot.memory.SlotFigures;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.ResidueRow;

/**
 * Compares all that is known of this JVM and its process with its baseline: as a whole in an audit
 * and while the slot is idle, the cheap part after each container. A difference that no rule
 * explains is unknown state, and costs the slot. Used by the runner thread, between containers.
 */
public final class SlotAudit {
  private final SlotParts parts;
  private final LoaderWatch loaders;
  private final SlotFigures figures;
  private final List<ResidueSource> sources;
  private final List<ResidueSource> quick;

  private SlotAudit(
      SlotParts parts,
      SlotFigures figures,
      List<ResidueSource> sources,
      List<ResidueSource> quick) {
    this.parts = parts;
    loaders = parts.loaders();
    this.figures = figures;
    this.sources = List.copyOf(sources);
    this.quick = List.copyOf(quick);
  }

  /**
   * Takes the baseline of all that no step restores; make it when the slot is ready.
   *
   * @param hasNewLink whether the slot's connection to the manager is another one than now
   */
  public static SlotAudit of(SlotParts parts, SlotFigures figures, BooleanSupplier hasNewLink)
      throws IOException {
    DescriptorResidue descriptors =
        new DescriptorResidue(
            parts.membership(),
            parts.framework().loader().entries(),
            hasNewLink,
            () -> !parts.containerLoaders().waiting().isEmpty());
    KernelResidue kernel = new KernelResidue();
    MappingResidue mappings = new MappingResidue(parts.membership(), parts::staying);
    NativeThreadResidue nativeThreads = new NativeThreadResidue();
    return new SlotAudit(
        parts,
        figures,
        List.of(
            () -> parts.framework().baseline().differences(parts.framework().classes()),
            () -> parts.framework().baseline().statics().differences(),
            new JdkStatics(Agent::loadedClasses, initializedAgain(), unreviewed(parts)),
            parts.processContext(),
            new ThreadResidue(parts.threads()),
            nativeThreads,
            descriptors,
            kernel,
            mappings,
            new NativeLibraryResidue(parts::staying)),
        List.of(
            descriptors::ofNewNumbers, kernel::ofProcess, nativeThreads, mappings::ofLibraries));
  }

  /** The JDK makes much lazily: a field that is not reviewed is a finding only where all count. */
  private static String unreviewed(SlotParts parts) {
    return parts.unknownState() == Options.UnknownState.REPLACE
        ? ""
        : "unreviewed: a field of the JDK that no rule names yet";
  }

  private static Set<String> initializedAgain() {
    return ReadOnceTable.ofThisJdk().orElseThrow().initializedAgain();
  }

  /**
   * What an audit has found.
   *
   * @param answer what goes to the manager
   * @param unknown what no rule explains
   */
  record Findings(Message.Audited answer, List<Residue> unknown) {}

  /** Audits; the answer says what goes wrong. */
  Findings findings(Message.Audit audit) {
    try {
      loaders.collectAll(parts.staying());
      figures.collected();
      JvmSteps.afterCollection(parts.framework().baseline());
      Map<Boolean, List<Residue>> found =
          residue(sources).stream().collect(Collectors.partitioningBy(SlotAudit::isAllowed));
      Message.Audited answer =
          answer(audit, AuditRows.of(found.get(false)), AuditRows.of(found.get(true)), dump(audit));
      return new Findings(answer, found.get(false));
    } catch (Exception | LinkageError e) {
      return new Findings(
          new Message.Audited(
              audit.auditId(), List.of(), 0, List.of(), 0, Map.of(), "", e.toString()),
          List.of());
    }
  }

  /**
   * What a container has left that shows at once: descriptors, native threads and libraries, what
   * the kernel keeps of the process.
   */
  public List<Residue> quickLook() {
    return unknown(quick);
  }

  /** All that an audit looks at, without a collection. */
  public List<Residue> fullLook() {
    return unknown(sources);
  }

  private static List<Residue> unknown(List<ResidueSource> from) {
    try {
      return residue(from).stream().filter(found -> !isAllowed(found)).toList();
    } catch (Exception | LinkageError e) {
      return List.of(new Residue("state", "cannot be looked at", "", Redacted.failure(e), ""));
    }
  }

  private static boolean isAllowed(Residue found) {
    return !found.allowedBy().isEmpty();
  }

  private static List<Residue> residue(List<ResidueSource> from) throws Exception {
    List<Residue> residue = new ArrayList<>();
    for (ResidueSource source : from) {
      residue.addAll(source.residue());
    }
    return residue;
  }

  private Message.Audited answer(
      Message.Audit audit, AuditRows residue, AuditRows allowed, String heapDump)
      throws IOException {
    return new Message.Audited(
        audit.auditId(),
        residue.rows(),
        residue.count(),
        allowed.rows(),
        allowed.count(),
        figures.now(),
        heapDump,
        "");
  }

  private String dump(Message.Audit audit) throws IOException {
    if (audit.heapDump().isEmpty() || loaders.live() == 0) {
      return "";
    }
    HeapDump.write(Path.of(audit.heapDump()));
    return audit.heapDump();
  }

  /**
   * Rows of an audit as they fit into a message: the first ones, and a count of all.
   *
   * @param rows those that fit
   * @param count how many there were
   */
  private record AuditRows(List<ResidueRow> rows, int count) {
    /** Well below half of what a message may hold; there are two tables in one. */
    static final int LIMIT_BYTES = 1 << 20;

    private static final int LONGEST_VALUE = 2_000;

    /** Takes rows until they fill {@link #LIMIT_BYTES}. */
    static AuditRows of(List<Residue> all) {
      List<ResidueRow> rows = new ArrayList<>();
      int left = LIMIT_BYTES;
      for (Residue residue : all) {
        ResidueRow row = row(residue);
        left -= bytes(row);
        if (left < 0) {
          break;
        }
        rows.add(row);
      }
      return new AuditRows(List.copyOf(rows), all.size());
    }

    private static ResidueRow row(Residue residue) {
      return new ResidueRow(
          cut(residue.kind()),
          cut(residue.where()),
          cut(residue.before()),
          cut(residue.after()),
          cut(residue.allowedBy()));
    }

    private static String cut(String text) {
      return text.length() <= LONGEST_VALUE ? text : text.substring(0, LONGEST_VALUE) + "…";
    }

    private static int bytes(ResidueRow row) {
      String all = row.kind() + row.where() + row.before() + row.after() + row.allowedBy();
      return 5 * Integer.BYTES + all.getBytes(StandardCharsets.UTF_8).length;
    }
  }

  /**
   * Writes the live objects of this slot to a file for its owner alone. The file holds all secrets
   * of the slot: its directory must be one that nobody else may enter, and the asker deletes it.
   */
  private static final class HeapDump {
    private static final long MIB = 1L << 20;

    private HeapDump() {}

    /**
     * Writes the file.
     *
     * @throws IOException when its directory is open to others, or its disk has less than twice the
     *     heap in use left
     */
    static void write(Path file) throws IOException {
      Path directory = file.toAbsolutePath().getParent();
      if (!Files.getPosixFilePermissions(directory)
          .equals(PosixFilePermissions.fromString("rwx------"))) {
        throw new IOException("heap dump not written: " + directory + " is open to others");
      }
      Runtime runtime = Runtime.getRuntime();
      long needed = 2 * (runtime.totalMemory() - runtime.freeMemory());
      FileStore disk = Files.getFileStore(directory);
      if (disk.getUsableSpace() < needed) {
        throw new IOException(
            String.format(
                "heap dump not written: %s has %d MiB left, %d needed",
                directory, disk.getUsableSpace() / MIB, needed / MIB));
      }
      boolean done = false;
      try {
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
            .dumpHeap(file.toString(), true);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        done = true;
      } finally {
        if (!done) {
          Files.deleteIfExists(file);
        }
      }
    }
  }
}
