/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The state of one pool: slot processes and their transitions, slot numbers, leases, the launches
 * that wait, callers, timers and counters. {@link org.hpcreuse.pool.manager.state.Pool} holds all
 * of it. Only the event loop's thread touches it; the packages above decide, this one keeps the
 * rules of what may follow what. What is to happen outside goes into the {@link
 * org.hpcreuse.pool.manager.state.Outbox}.
 */
package org.hpcreuse.pool.manager.state;
