/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.settings;

import javax.naming.NamingException;
import javax.naming.spi.NamingManager;

/** Leaves makers of contexts and objects for JNDI, which can be set but once. */
public final class SetsNaming {
  private SetsNaming() {}

  /** Leaves them. */
  public static void main(String[] args) throws NamingException {
    NamingManager.setInitialContextFactoryBuilder(environment -> null);
    NamingManager.setObjectFactoryBuilder((object, environment) -> null);
  }
}
