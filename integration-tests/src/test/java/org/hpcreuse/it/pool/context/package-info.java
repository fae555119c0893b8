/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Tests of what a container finds in its slot: environment, directory, properties, streams,
 * classes.
 */
package org.hpcreuse.it.pool.context;
