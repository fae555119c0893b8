/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A pool of the test's own: starts the pool manager, runs containers in its slots or forked, and
 * returns their outcome. Tests without YARN use it. It knows no Hadoop daemon.
 */
package org.hpcreuse.it.harness.pool;
