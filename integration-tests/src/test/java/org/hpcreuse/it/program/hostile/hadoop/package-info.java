/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Hostile programs that abuse Hadoop's own static state: configuration, users, caches, singletons,
 * metrics.
 */
package org.hpcreuse.it.program.hostile.hadoop;
