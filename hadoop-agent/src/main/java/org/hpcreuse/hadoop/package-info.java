/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The agent that saves time in Hadoop's own classes, in slots and in daemons: files of properties
 * and webapps are read once, local files need no process, fixed sleeps of MapReduce end when what
 * they wait for is there. Classes called {@code …Rewrites} change class files when they are loaded;
 * the others are what the changed methods call. It lies on the boot class path, and knows nothing
 * of slots.
 */
package org.hpcreuse.hadoop;
