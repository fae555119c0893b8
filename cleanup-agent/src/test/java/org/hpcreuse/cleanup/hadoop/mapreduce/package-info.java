/* SPDX-License-Identifier: Apache-2.0 */
/** Tests that the static state of MapReduce's masters and tasks is as before a container. */
package org.hpcreuse.cleanup.hadoop.mapreduce;
