/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.management;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;

/** Leaves a JDBC driver, a login timeout and a log of DriverManager. */
public final class RegistersDriver {
  private RegistersDriver() {}

  /** Leaves it. */
  public static void main(String[] args) throws SQLException {

    DriverManager.registerDriver(new Own());
    DriverManager.setLoginTimeout(17);
    DriverManager.setLogWriter(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
  }

  private static final class Own implements Driver {
    @Override
    public Connection connect(String url, Properties info) {
      return null;
    }

    @Override
    public boolean acceptsURL(String url) {
      return true;
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
      return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
      return 1;
    }

    @Override
    public int getMinorVersion() {
      return 0;
    }

    @Override
    public boolean jdbcCompliant() {
      return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
      throw new SQLFeatureNotSupportedException();
    }
  }
}
