/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe.jdk;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.hpcreuse.it.program.probe.report.Digest;
import org.hpcreuse.it.program.probe.report.Peek;
import org.hpcreuse.it.program.probe.report.Report;
import org.hpcreuse.it.program.probe.report.Sight;

/** What the process will do when it exits. */
public final class ExitSight implements Sight {
  @Override
  public void look(Report report) throws ReflectiveOperationException {
    Map<?, ?> hooks = (Map<?, ?>) Peek.at("java.lang.ApplicationShutdownHooks", "hooks");
    List<String> names = hooks.keySet().stream().map(h -> Digest.name(h.getClass())).toList();
    report.put("exit.hooks", names.stream().sorted().toList());
    Collection<?> files = (Collection<?>) Peek.at("java.io.DeleteOnExitHook", "files");
    report.put("exit.files", files.stream().sorted().toList());
  }
}
