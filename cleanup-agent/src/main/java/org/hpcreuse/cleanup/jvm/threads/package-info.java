/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Ends the threads and timers that a container leaves, and resets names, priorities and handlers of
 * those that stay. The release chain calls the steps. It does not know the pools of the JDK: {@code
 * shared} does.
 */
package org.hpcreuse.cleanup.jvm.threads;
