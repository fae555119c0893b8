/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The table of hostile programs, and the proof that every remedy in it is needed: with the remedy
 * left out the next container sees a difference. The differential tests use the table and the pool
 * with its probe.
 */
package org.hpcreuse.it.trace.hostile;
