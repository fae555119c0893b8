/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The agent of slots for Hadoop's classes: it rewrites them as a slot loads them, by the lists of
 * {@code waits}, {@code configuration}, {@code webapps} and {@code processes}. Its jar puts itself
 * on the boot class path, where Hadoop's classes can see it. It knows nothing of slots.
 */
package org.hpcreuse.hadoop.agent;
