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
import org.hpcreuse.cleanup.JvmSteps;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.state.ResidueSource;
import org.hpcreuse.pool.slot.memory.LoaderWatch;
import org.hpcreuse.pool.slot.memory.NativeLibraryResidue;
import org.hpcreuse.pool.slot.memory.SlotFigures;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.ResidueRow;

/**
 * Compares all that is known of this JVM with its baseline. Used by the runner thread, between
 * containers.
 */
public final class SlotAudit {
  private final SlotParts parts;
  private final LoaderWatch loaders;
  private final SlotFigures figures;
  private final List<ResidueSource> sources;

  private SlotAudit(SlotParts parts, SlotFigures figures, List<ResidueSource> sources) {
    this.parts = parts;
    loaders = parts.loaders();
    this.figures = figures;
    this.sources = List.copyOf(sources);
  }

  /** Takes the baseline of descriptors, threads and libraries; make it when the slot is ready. */
  public static SlotAudit of(SlotParts parts, SlotFigures figures) throws IOException {
    return new SlotAudit(
        parts,
        figures,
        List.of(
            () -> parts.framework().baseline().differences(parts.framework().classes()),
            () -> parts.framework().baseline().statics().differences(),
            parts.processContext(),
            new ThreadResidue(parts.threads()),
            new DescriptorResidue(parts.membership(), parts.framework().loader().entries()),
            new NativeLibraryResidue(parts.loaders())));
  }

  /** Audits; the answer says what goes wrong. */
  public Message.Audited answer(Message.Audit audit) {
    try {
      loaders.collectAll(parts.staying());
      figures.collected();
      JvmSteps.afterCollection(parts.framework().baseline());
      List<Residue> residue = new ArrayList<>();
      List<Residue> allowed = new ArrayList<>();
      for (ResidueSource source : sources) {
        for (Residue found : source.residue()) {
          (found.allowedBy().isEmpty() ? residue : allowed).add(found);
        }
      }
      return answer(audit, AuditRows.of(residue), AuditRows.of(allowed), dump(audit), "");
    } catch (Exception | LinkageError e) {
      return new Message.Audited(
          audit.auditId(), List.of(), 0, List.of(), 0, Map.of(), "", e.toString());
    }
  }

  private Message.Audited answer(
      Message.Audit audit, AuditRows residue, AuditRows allowed, String heapDump, String error)
      throws IOException {
    return new Message.Audited(
        audit.auditId(),
        residue.rows(),
        residue.count(),
        allowed.rows(),
        allowed.count(),
        figures.now(),
        heapDump,
        error);
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
