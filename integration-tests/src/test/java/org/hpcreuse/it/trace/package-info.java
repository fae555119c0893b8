/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The proof that a container leaves no trace for the next one in its slot: one container that
 * leaves much, one that writes over all static state, many one after the other. The packages below
 * do the same with one hostile program for each kind of trace.
 */
package org.hpcreuse.it.trace;
