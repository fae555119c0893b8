/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.sql;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;
import org.hpcreuse.workload.foreign.Tables;

/** Keeps rows in H2, which calls the program back. */
@Brings("h2")
public final class H2 {
  private static final String URL = "jdbc:h2:mem:own";

  private H2() {}

  /** Called by SQL. */
  public static int twice(int number) {
    return 2 * number;
  }

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      Tables.leave(URL + ";DB_CLOSE_DELAY=-1");
      Tables.leave("jdbc:h2:file:" + System.getProperty("user.dir") + "/db");
    }
    Tables.use(URL);
    try (Connection connection = DriverManager.getConnection(URL);
        Statement statement = connection.createStatement()) {
      statement.execute("create alias twice for '" + H2.class.getName() + ".twice'");
      try (ResultSet rows = statement.executeQuery("select twice(4)")) {
        rows.next();
        print("twice", rows.getInt(1));
      }
    }
  }
}
