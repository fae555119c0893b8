/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.rocksdb;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.nio.charset.StandardCharsets;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;
import org.rocksdb.Env;
import org.rocksdb.Options;
import org.rocksdb.Priority;
import org.rocksdb.RocksDB;

/** Keeps values in RocksDB. */
@Brings("rocksdbjni")
public final class Store {
  private Store() {}

  public static void main(String[] args) throws Exception {
    RocksDB.loadLibrary();
    String dir = System.getProperty("user.dir");
    if (Neighbour.spoils(args)) {
      Env.getDefault().setBackgroundThreads(5, Priority.LOW);
      Options left = new Options().setCreateIfMissing(true);
      RocksDB.open(left, dir + "/left").put(new byte[] {1}, new byte[] {2});
    }
    try (Options options = new Options().setCreateIfMissing(true);
        RocksDB db = RocksDB.open(options, dir + "/own")) {
      db.put("k".getBytes(StandardCharsets.UTF_8), "v".getBytes(StandardCharsets.UTF_8));
      print(
          "value",
          new String(db.get("k".getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8));
      print("none", db.get(new byte[] {9}) == null);
    }
    print("threads", Env.getDefault().getBackgroundThreads(Priority.LOW));
    print("version", RocksDB.rocksdbVersion());
  }
}
