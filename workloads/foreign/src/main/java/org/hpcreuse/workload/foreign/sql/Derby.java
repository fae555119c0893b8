/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.sql;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.lang.management.ManagementFactory;
import java.sql.DriverManager;
import java.sql.SQLException;
import javax.management.ObjectName;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;
import org.hpcreuse.workload.foreign.Tables;

/** Keeps rows in Derby, which has managed beans and ends by a word. */
@Brings({"derby", "derbyshared"})
public final class Derby {
  private static final String URL = "jdbc:derby:memory:own;create=true";

  private Derby() {}

  public static void main(String[] args) throws Exception {
    System.setProperty(
        "derby.stream.error.file", System.getProperty("java.io.tmpdir") + "/derby.log");
    if (Neighbour.spoils(args)) {
      Tables.leave(URL);
      System.setProperty("derby.locks.waitTimeout", "1");
    }
    Tables.use(URL);
    print(
        "bean",
        ManagementFactory.getPlatformMBeanServer()
                .queryNames(new ObjectName("org.apache.derby:*"), null)
                .size()
            > 0);
    if (!Neighbour.spoils(args)) {
      try {
        DriverManager.getConnection("jdbc:derby:;shutdown=true").close();
      } catch (SQLException e) {
        print("ended", e.getSQLState());
      }
    }
  }
}
