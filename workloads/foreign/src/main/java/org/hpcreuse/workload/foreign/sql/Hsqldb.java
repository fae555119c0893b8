/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.sql;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.util.logging.Logger;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;
import org.hpcreuse.workload.foreign.Tables;

/** Keeps rows in HSQLDB, which sets up java.util.logging. */
@Brings("hsqldb")
public final class Hsqldb {
  private static final String URL = "jdbc:hsqldb:mem:own";

  private Hsqldb() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      Tables.leave(URL);
      System.setProperty("hsqldb.reconfig_logging", "false");
    }
    Tables.use(URL);
    print("handlers", Logger.getLogger("").getHandlers().length);
    print("level", Logger.getLogger("hsqldb.db").getLevel());
  }
}
