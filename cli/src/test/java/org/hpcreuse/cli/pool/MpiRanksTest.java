/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MpiRanksTest {
  @TempDir Path proc;

  @Test
  void shouldTellTransportAndBindingFromTheKernelsViewOfEveryRank() throws IOException {
    process("7", "7f r-xp /usr/lib/mca_pml_ob1.so\n7f r-xp /usr/lib/mca_btl_vader.so\n", "0-1");
    process("8", "7f r-xp /usr/lib/mca_btl_tcp.so\n7f r-xp /usr/lib/libc.so.6\n", "3");

    MpiRanks ranks =
        MpiRanks.of(
            new ObjectMapper()
                .readTree(
                    "{\"slots\":[{\"pid\":7,\"mpi\":true,\"mpiVersion\":\"4.1.4\"},"
                        + "{\"pid\":9,\"mpi\":false,\"mpiVersion\":\"\"}],"
                        + "\"spares\":[{\"pid\":8,\"mpi\":true,\"mpiVersion\":\"4.1.4\"}]}"),
            proc);

    assertThat(ranks.mpi()).containsExactly("4.1.4");
    assertThat(ranks.transport()).containsExactly("btl_tcp", "btl_vader", "pml_ob1");
    assertThat(ranks.binding()).containsExactly("0-1", "3");
  }

  private void process(String pid, String maps, String processors) throws IOException {
    Files.createDirectories(proc.resolve(pid));
    Files.writeString(proc.resolve(pid).resolve("maps"), maps);
    Files.writeString(
        proc.resolve(pid).resolve("status"),
        "Name:\tjava\nCpus_allowed_list:\t" + processors + "\n");
  }
}
