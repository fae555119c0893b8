/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Hadoop's own global state, beyond its statics: open files and clients of HDFS, RPC clients and
 * servers, shutdown hooks, logging, codecs, metrics, service loaders, configuration classes; and
 * the step that restores static state. Reflection on loaded classes only: this module never links
 * against Hadoop.
 */
package org.hpcreuse.cleanup.hadoop;
