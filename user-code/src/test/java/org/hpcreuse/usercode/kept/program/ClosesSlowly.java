/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

/** Its finalizer ends when it is told. */
public final class ClosesSlowly {
  /** Has the finalizer run until then. */
  @Override
  @SuppressWarnings({"deprecation", "removal", "Finalize"}) // what the test is about
  public void finalize() {
    ((Runnable) System.getProperties().get("hpc-reuse.test.initialising")).run();
  }
}
