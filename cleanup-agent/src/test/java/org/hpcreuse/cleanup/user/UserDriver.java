/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.user;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.logging.Logger;

/** A JDBC driver that a job brings and registers. */
public final class UserDriver implements Driver, Callable<Object> {
  @Override
  public Object call() throws SQLException {
    DriverManager.registerDriver(this);
    return this;
  }

  @Override
  public Connection connect(String url, Properties info) throws SQLException {
    throw new SQLException("this driver connects to nothing");
  }

  @Override
  public boolean acceptsURL(String url) {
    return false;
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
  public Logger getParentLogger() {
    return Logger.getLogger("user");
  }
}
