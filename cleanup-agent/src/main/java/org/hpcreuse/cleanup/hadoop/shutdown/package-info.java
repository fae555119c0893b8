/* SPDX-License-Identifier: Apache-2.0 */
/** Hadoop's ShutdownHookManager: its hooks run by priority, then it is as before. */
package org.hpcreuse.cleanup.hadoop.shutdown;
