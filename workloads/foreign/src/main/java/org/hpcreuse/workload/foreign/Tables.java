/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;

/** What programs do with a database, whichever it is. */
public final class Tables {
  private Tables() {}

  /** Leaves a table, and a connection that stays open. */
  public static void leave(String url) throws SQLException {
    DriverManager.getConnection(url).createStatement().execute("create table left_behind (a int)");
  }

  /** Prints what is in a table of its own, and whether there is one that a neighbour has left. */
  public static void use(String url) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("create table t (a int)");
      statement.execute("insert into t values (1), (2)");
      try (ResultSet rows = statement.executeQuery("select sum(a) from t")) {
        rows.next();
        print("sum", rows.getInt(1));
      }
      try {
        statement.executeQuery("select * from left_behind").close();
        print("left", true);
      } catch (SQLException e) {
        print("none", e.getErrorCode());
      }
    }
  }

  /** Names of the drivers that the process has. */
  public static List<String> drivers() {
    return Collections.list(DriverManager.getDrivers()).stream()
        .map(driver -> driver.getClass().getName())
        .sorted()
        .toList();
  }
}
