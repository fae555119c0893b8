/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.plan;

import java.util.Locale;

/** One of Hadoop's daemons, and the heap it has where nobody asks for another. */
enum Daemon {
  NAMENODE(256),
  DATANODE(256),
  RESOURCEMANAGER(512),
  NODEMANAGER(512),
  JOBHISTORYSERVER(256);

  private final int usualHeapMb;

  Daemon(int usualHeapMb) {
    this.usualHeapMb = usualHeapMb;
  }

  int usualHeapMb() {
    return usualHeapMb;
  }

  /** As users write it, and as its log is called. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
