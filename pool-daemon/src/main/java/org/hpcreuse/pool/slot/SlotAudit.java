/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hpcreuse.cleanup.Residue;
import org.hpcreuse.cleanup.ResidueSource;
import org.hpcreuse.cleanup.jvm.JvmSteps;
import org.hpcreuse.protocol.Message;

/**
 * Compares all that is known of this JVM with its baseline. Used by the runner thread, between
 * containers.
 */
final class SlotAudit {
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
  static SlotAudit of(SlotParts parts, SlotFigures figures) throws IOException {
    return new SlotAudit(
        parts,
        figures,
        List.of(
            () -> parts.framework().baseline().differences(parts.framework().classes()),
            () -> parts.framework().baseline().statics().differences(),
            parts.surroundings(),
            new ThreadResidue(parts.threads()),
            new DescriptorResidue(
                !parts.mpi().description().isEmpty(), parts.framework().loader().entries()),
            new NativeLibraryResidue(parts.loaders())));
  }

  /** Audits; what goes wrong stands in the answer. */
  Message.Audited answer(Message.Audit audit) {
    try {
      // Twice: what the first one has found to be finalised is handed over in the background.
      loaders.collect();
      loaders.collect();
      figures.collected();
      JvmSteps.afterCollection(parts.framework().baseline());
      List<Residue> residue = new ArrayList<>();
      List<Residue> allowed = new ArrayList<>();
      for (ResidueSource source : sources) {
        for (Residue found : source.residue()) {
          (found.allowedBy().isEmpty() ? residue : allowed).add(found);
        }
      }
      return answer(audit, AuditTable.of(residue), AuditTable.of(allowed), dump(audit), "");
    } catch (Exception | LinkageError e) {
      return new Message.Audited(
          audit.auditId(), List.of(), 0, List.of(), 0, Map.of(), "", e.toString());
    }
  }

  private Message.Audited answer(
      Message.Audit audit, AuditTable residue, AuditTable allowed, String heapDump, String error)
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
}
