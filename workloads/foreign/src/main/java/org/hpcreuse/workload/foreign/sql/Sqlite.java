/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.sql;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;
import org.hpcreuse.workload.foreign.Tables;

/** Keeps rows in SQLite, which is native code. */
@Brings("sqlite-jdbc")
public final class Sqlite {
  private static final String URL = "jdbc:sqlite::memory:";

  private Sqlite() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      Tables.leave(URL);
    }
    Tables.use(URL);
    print("drivers", Tables.drivers());
  }
}
