/* SPDX-License-Identifier: Apache-2.0 */
/** Tests that what Hadoop's file systems keep in static fields is as before a container. */
package org.hpcreuse.cleanup.hadoop.filesystem;
