/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Ends the threads and timers that a container leaves, and resets names, priorities and handlers of
 * those that stay, the JDK's shared pools among them. The release chain calls the steps; without
 * them a container would go on acting after its end.
 */
package org.hpcreuse.cleanup.jvm.threads;
