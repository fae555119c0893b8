/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.sql;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import org.apache.commons.dbcp2.BasicDataSource;
import org.apache.commons.dbcp2.PoolingDriver;
import org.apache.commons.pool2.impl.BaseObjectPoolConfig;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;
import org.hpcreuse.workload.foreign.Tables;

/** Pools connections, by DBCP and by the framework's Hikari. */
@Brings({"h2", "commons-dbcp2", "commons-pool2"})
public final class Pools {
  private Pools() {}

  public static void main(String[] args) throws Exception {
    BasicDataSource pool = new BasicDataSource();
    pool.setUrl("jdbc:h2:mem:own");
    if (Neighbour.spoils(args)) {
      pool.setJmxName("own:type=Pool");
      new PoolingDriver();
    }
    try (Connection one = pool.getConnection()) {
      print("pooled", one.isValid(1) + " " + pool.getNumActive());
    }
    HikariDataSource hikari = new HikariDataSource();
    hikari.setJdbcUrl("jdbc:h2:mem:own");
    hikari.setDriverClassName("org.h2.Driver");
    hikari.setMaximumPoolSize(2);
    try (Connection one = hikari.getConnection()) {
      print("hikari", one.getMetaData().getDatabaseProductName() + " " + hikari.getPoolName());
    }
    print("prefix", BaseObjectPoolConfig.DEFAULT_JMX_NAME_PREFIX);
    print("drivers", Tables.drivers());
    System.exit(0);
  }
}
