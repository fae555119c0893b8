/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.hpcreuse.pool.manager.TestPool;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.SlotClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StartedMpirunTest {
  @TempDir private Path temp;

  /** The caller would take it for one that has not started, and leave it alone. */
  @Test
  void shouldNotLoseAnMpirunWhosePidCannotBeNoted() throws IOException {
    Path mpirun = Files.writeString(temp.resolve("mpirun"), "#!/bin/sh\nexec sleep 300\n");
    Files.setPosixFilePermissions(mpirun, PosixFilePermissions.fromString("rwx------"));
    PoolFiles files =
        TestPool.files(
            temp,
            Map.of(
                "hpc-reuse.java-home", "/jdk",
                "hpc-reuse.lib-dir", "/lib",
                "hpc-reuse.mpi.jar", "/mpi/mpi.jar",
                "hpc-reuse.mpi.library-path", "/mpi/lib",
                "hpc-reuse.mpi.mpirun", mpirun.toString()));
    Files.createDirectory(files.mpirunPid());
    SlotProcesses processes = new SlotProcesses(files);

    ProcessStarter.Child child = processes.startMpirun(List.of(new SlotClass(1, 64)));

    try {
      assertThat(child.handle().isAlive()).isTrue();
    } finally {
      child.handle().destroyForcibly();
      processes.removeMpiFiles();
    }
  }
}
