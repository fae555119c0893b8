/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AvailableMemoryTest {
  private static final long MIB = 1 << 20;

  @TempDir Path root;

  @Test
  void shouldTakeTheMachinesWhenThereIsNoControlGroup() throws IOException {
    machine(8000);

    assertThat(new AvailableMemory(root).megabytes()).isEqualTo(8000);
  }

  @Test
  void shouldTakeTheTightestGroupOfVersion2UpToTheRoot() throws IOException {
    machine(8000);
    write("proc/self/cgroup", "0::/job/step\n");
    write("sys/fs/cgroup/job/step/memory.max", "max\n");
    write("sys/fs/cgroup/job/step/memory.current", "0\n");
    write("sys/fs/cgroup/job/memory.max", 3000 * MIB + "\n");
    write("sys/fs/cgroup/job/memory.current", 1000 * MIB + "\n");
    write("sys/fs/cgroup/job/memory.stat", "anon 5\ninactive_file " + 400 * MIB + "\n");

    assertThat(new AvailableMemory(root).megabytes()).isEqualTo(2400);
  }

  @Test
  void shouldReadGroupsOfVersion1() throws IOException {
    machine(8000);
    write("proc/self/cgroup", "5:cpu,cpuacct:/x\n4:memory:/slurm/job_7\n");
    write("sys/fs/cgroup/memory/slurm/job_7/memory.limit_in_bytes", 2000 * MIB + "\n");
    write("sys/fs/cgroup/memory/slurm/job_7/memory.usage_in_bytes", 500 * MIB + "\n");

    assertThat(new AvailableMemory(root).megabytes()).isEqualTo(1500);
  }

  @Test
  void shouldReadThisMachine() throws IOException {
    assertThat(new AvailableMemory(Path.of("/")).megabytes()).isPositive();
  }

  private void machine(long availableMb) throws IOException {
    write("proc/meminfo", "MemTotal: 1 kB\nMemAvailable:   " + availableMb * 1024 + " kB\n");
  }

  private void write(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
