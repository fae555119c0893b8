/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import java.io.IOException;
import java.nio.file.Path;
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
}
