/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.sql;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.util.List;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.datasource.unpooled.UnpooledDataSource;
import org.apache.ibatis.logging.LogFactory;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;

/** Maps rows by MyBatis. */
@Brings({"mybatis", "h2"})
public final class Mappers {
  private Mappers() {}

  /** Maps. */
  public interface Rows {
    @Insert("create table t as select 1 a union select 2")
    void make();

    @Select("select a from t order by a")
    List<Integer> all();
  }

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      LogFactory.useStdOutLogging();
    }
    Configuration configuration =
        new Configuration(
            new Environment(
                "e",
                new JdbcTransactionFactory(),
                new UnpooledDataSource("org.h2.Driver", "jdbc:h2:mem:own", "", "")));
    configuration.addMapper(Rows.class);
    try (SqlSession session = new SqlSessionFactoryBuilder().build(configuration).openSession()) {
      session.getMapper(Rows.class).make();
      print("rows", session.getMapper(Rows.class).all());
    }
    print("log", LogFactory.getLog("own").toString().contains("StdOut"));
  }
}
