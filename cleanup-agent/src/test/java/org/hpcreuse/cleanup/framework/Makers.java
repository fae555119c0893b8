/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.framework;

/** A library whose objects remember who has made them, as readers of Avro do. */
public final class Makers {
  public static final Made MADE = new Made();

  private Makers() {}

  /** Remembers its thread. */
  public static final class Made {
    public final Thread maker = Thread.currentThread();

    private Made() {}
  }
}
