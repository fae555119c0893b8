/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.portaccess;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdmissionTest {
  private static final int SELF = 1000;
  private static final int INODE = 77;
  private static final String CALLER = "0100007F:C350";
  private static final String HERE = "0100007F:1F90";

  private final InetSocketAddress caller =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 50000);
  private final InetSocketAddress here =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 8080);
  private final Admission admission = new Admission(SELF, Optional.of(Set.of()));

  private static String row(String local, String remote, String state, int uid, int inode) {
    return String.format(
        "   0: %s %s %s 0:0 0:0 0 %d 0 %d 1 0\n", local, remote, state, uid, inode);
  }

  private static SocketTable table(String... rows) {
    return new SocketTable(String.join("", rows), "");
  }

  private String refusal(long inode, SocketTable... moments) throws Exception {
    Iterator<SocketTable> next = List.of(moments).iterator();
    KernelSockets kernel = (local, remote) -> next.next().find(local, remote);
    return admission.refusal(caller, here, inode, kernel).orElse("");
  }

  private static SocketTable both(String state, int uid, int inode) {
    return table(row(CALLER, HERE, state, uid, inode), row(HERE, CALLER, "01", SELF, INODE));
  }

  @ParameterizedTest
  @CsvSource({"01, 1000", "01, 0", "04, 1000", "05, 1000"})
  void shouldAdmitItsOwnUserAndRoot(String state, int uid) throws Exception {
    SocketTable table = both(state, uid, 78);

    assertThat(refusal(INODE, table, table)).isEmpty();
  }

  @Test
  void shouldRefuseAnotherUser() throws Exception {
    assertThat(refusal(INODE, both("01", 2000, 78))).isEqualTo("of user 2000, not 1000");
  }

  @ParameterizedTest
  @CsvSource({"06, 0", "05, 0", "04, 0", "01, 0", "02, 78", "07, 78"})
  void shouldNotBelieveAnEndThatNoProcessHasOrThatIsNotConnected(String state, int inode)
      throws Exception {
    assertThat(refusal(INODE, both(state, 0, inode))).isEqualTo("closed already");
    assertThat(refusal(INODE, table())).isEqualTo("closed already");
  }

  @Test
  void shouldNotTakeTheNextOneWithThatPortForTheCaller() throws Exception {
    SocketTable owners = table(row(CALLER, HERE, "01", SELF, 90));
    SocketTable notAcceptedYet = table(row(HERE, CALLER, "01", 0, 0));
    SocketTable acceptedElsewhere = table(row(HERE, CALLER, "01", SELF, 91));

    assertThat(refusal(INODE, owners, owners)).isEqualTo("closed already");
    assertThat(refusal(INODE, owners, notAcceptedYet)).isEqualTo("closed already");
    assertThat(refusal(INODE, owners, acceptedElsewhere)).isEqualTo("closed already");
    assertThat(refusal(Admission.ANY, owners, acceptedElsewhere)).isEmpty();
  }

  @Test
  void shouldAdmitFromOtherMachinesOnlyThoseThatItKnows() throws Exception {
    InetAddress known = InetAddress.getByName("10.0.0.1");
    Admission rules = new Admission(SELF, Optional.of(Set.of(known)));

    assertThat(rules.refusalOfMachine(known)).isEmpty();
    assertThat(rules.refusalOfMachine(InetAddress.getByName("10.0.0.2")))
        .contains("no node of this cluster");
    assertThat(rules.alone().refusalOfMachine(known)).contains("no node of this cluster");
  }

  @Test
  void shouldAdmitAllOtherMachinesWhereNobodyHasNamedAny() throws Exception {
    Admission rules = new Admission(SELF, Optional.empty());
    InetAddress any = InetAddress.getByName("10.0.0.2");

    assertThat(rules.refusalOfMachine(any)).isEmpty();
    assertThat(rules.alone().refusalOfMachine(any)).contains("no node of this cluster");
  }
}
