/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.protocol.ExitCodes;
import org.hpcreuse.protocol.SlotMemory;
import org.hpcreuse.protocol.files.ClassProfile;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.option.SlotClass;

/** The memory that the classes of profiles take in each slot beside all else. */
public final class ProfileMemory {
  private ProfileMemory() {}

  /**
   * Adds that of a pool's profiles to what its cluster needs.
   *
   * @param spares slot processes beside those of the classes
   * @param settings the pool's options
   * @param poolDir its directory, which need not exist
   * @throws Failure when a profile is missing, or can have no effect
   */
  public static void add(
      MemoryBudget budget,
      List<SlotClass> classes,
      int spares,
      Map<String, String> settings,
      Path poolDir)
      throws IOException, Failure {
    budget.addProfiles(MemoryBudget.processes(classes, spares), megabytes(settings, poolDir));
  }

  /** MiB a slot. */
  static int megabytes(Map<String, String> settings, Path poolDir) throws IOException, Failure {
    int classes = 0;
    for (String name : Options.PROFILES.in(settings)) {
      if (Options.USER_CODE.in(settings) != Options.UserCode.KEPT) {
        throw new Failure(
            ExitCodes.USAGE,
            Options.PROFILES.key()
                + " = "
                + name
                + " needs "
                + Options.USER_CODE.key()
                + " = kept");
      }
      Path file = ClassProfile.named(settings, poolDir, name);
      if (!Files.isReadable(file)) {
        throw new Failure(
            ExitCodes.USAGE,
            String.format(
                "profile %s: %s is missing or not readable; make it with «learn --profile %s», and"
                    + " set %s to the directory that it is in",
                name, file, name, Options.LEARNED_DIR.key()));
      }
      classes += ClassProfile.read(file).classes().size();
    }
    return Math.toIntExact(SlotMemory.ofClassesMb(classes));
  }
}
