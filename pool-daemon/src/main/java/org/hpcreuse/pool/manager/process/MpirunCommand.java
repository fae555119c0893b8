/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.option.SlotClass;

/**
 * The command line of the one mpirun (Open MPI 4.1) that all ranks of a pool belong to: one
 * application context for each group of equal heaps, so that ranks are numbered through the groups.
 */
final class MpirunCommand {
  private static final List<String> BTL = List.of("self", "vader");

  /** Uses btl. */
  private static final String PML = "ob1";

  private MpirunCommand() {}

  /**
   * Makes the command.
   *
   * @param groups ranks by heap, in the order of their numbers
   * @param temporary where mpirun and its ranks keep files that must end with them
   * @param asRoot whether it will run as root, which mpirun refuses unless told otherwise
   * @param parameters what is set for Open MPI outside of the pool's options
   */
  static List<String> of(
      PoolFiles files,
      List<SlotClass> groups,
      Path temporary,
      boolean asRoot,
      MpiParameters parameters) {
    List<String> command = new ArrayList<>(SlotCommand.words(files.get(Options.MPIRUN)));
    if (asRoot) {
      command.add("--allow-run-as-root");
    }
    // More ranks than cores is normal: most slots are idle most of the time.
    command.add("--oversubscribe");
    // A bound JVM would see one processor and choose its collector and compiler threads by that.
    command.addAll(List.of("--bind-to", "none"));
    // One slot's death must not end the others.
    command.add("--enable-recovery");
    // Idle ranks would spin otherwise.
    command.addAll(List.of("--mca", "mpi_yield_when_idle", "1"));
    List<String> more = SlotCommand.words(files.get(Options.MPIRUN_ARGS));
    boolean ownBtl = more.contains("btl") || parameters.chooses("btl", BTL);
    if (!ownBtl) {
      // All ranks are on this machine: shared memory will do, where other transports open ports.
      command.addAll(List.of("--mca", "btl", String.join(",", BTL)));
    }
    if (!ownBtl && !more.contains("pml") && !parameters.chooses("pml", List.of(PML))) {
      // Where Open MPI has UCX, that comes first otherwise, and ignores btl.
      command.addAll(List.of("--mca", "pml", PML));
    }
    for (String parameter : List.of("orte_tmpdir_base", "btl_vader_backing_directory")) {
      // Of a parameter that is given twice mpirun would make one path with a comma.
      if (!more.contains(parameter)) {
        command.addAll(List.of("--mca", parameter, temporary.toString()));
      }
    }
    if (more.stream().anyMatch(word -> word.matches("--?wd(ir)?"))) {
      throw new IllegalArgumentException(
          Options.MPIRUN_ARGS.key() + " names a directory; slots start in " + files.dir());
    }
    command.addAll(more);
    for (int i = 0; i < groups.size(); i++) {
      if (i > 0) {
        command.add(":");
      }
      command.addAll(List.of("-n", Integer.toString(groups.get(i).count())));
      // Otherwise mpirun sees that it starts Java, and puts directories before the class path.
      command.add("env");
      command.addAll(SlotCommand.forRank(files, groups.get(i).heapMb()));
    }
    return command;
  }
}
