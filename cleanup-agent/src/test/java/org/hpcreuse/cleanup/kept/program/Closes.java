/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.kept.program;

/** Cannot be initialised again, because of its finalizer. */
class Closes {
  static String open = Journal.note("Closes");

  @Override
  @SuppressWarnings({"deprecation", "removal", "Finalize"}) // what the test is about
  protected void finalize() {
    open = "no";
  }
}
