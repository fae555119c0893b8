/* SPDX-License-Identifier: Apache-2.0 */
/**
 * All decisions in one place that tests drive by hand: {@link
 * org.hpcreuse.pool.manager.core.PoolCore} takes events and returns actions, without input or
 * output.
 */
package org.hpcreuse.pool.manager.core;
