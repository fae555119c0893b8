/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

/** Names around Hadoop's own shutdown hooks. */
final class ShutdownHookManagers {
  static final String CLASS = "org.apache.hadoop.util.ShutdownHookManager";

  private ShutdownHookManagers() {}
}
