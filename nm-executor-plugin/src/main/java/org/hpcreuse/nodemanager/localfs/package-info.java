/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Hadoop's local file system for the NodeManager, without a process for each file. The executor
 * installs it; it knows nothing of slots.
 */
package org.hpcreuse.nodemanager.localfs;
