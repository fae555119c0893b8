/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A MapReduce job that a slot runs in itself, to train the JVM: Hadoop's own ApplicationMaster and
 * tasks, with stand-ins for the ResourceManager and the NodeManager. The slot runs it as it runs a
 * container. It knows Hadoop and nothing else of this project.
 */
package org.hpcreuse.training;
