/* SPDX-License-Identifier: Apache-2.0 */
/**
 * All decisions in one place that tests drive by hand: {@link
 * org.hpcreuse.pool.manager.core.PoolCore} takes events and returns actions, without input or
 * output. Beside it what slots and the command line say is dealt with, and MPI is renewed.
 */
package org.hpcreuse.pool.manager.core;
