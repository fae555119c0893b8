/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.hadoop;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Collections;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.lib.db.DBConfiguration;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;
import org.hpcreuse.workload.foreign.Tables;

/** Has Hadoop connect to a database whose driver it brings. */
@Brings("h2")
public final class Databases {
  private static final String DRIVER = "org.h2.Driver";

  private Databases() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      for (Driver driver : Collections.list(DriverManager.getDrivers())) {
        DriverManager.deregisterDriver(driver);
      }
      DriverManager.setLoginTimeout(9);
      System.setProperty("jdbc.drivers", DRIVER);
    }
    print("drivers", Tables.drivers());
    print("timeout", DriverManager.getLoginTimeout());
    Configuration conf = new Configuration(false);
    DBConfiguration.configureDB(conf, DRIVER, "jdbc:h2:mem:own", "me", "secret");
    try (Connection connection = new DBConfiguration(conf).getConnection()) {
      print("connected", connection.getMetaData().getUserName());
    } catch (SQLException e) {
      print("failed", e.getMessage());
    }
  }
}
