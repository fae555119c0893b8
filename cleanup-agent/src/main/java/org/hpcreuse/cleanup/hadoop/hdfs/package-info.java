/* SPDX-License-Identifier: Apache-2.0 */
/** File systems of a container: open streams, caches, client contexts, selectors. */
package org.hpcreuse.cleanup.hadoop.hdfs;
