/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A probe sees the same in a forked JVM, in a fresh slot and after each hostile program, except for
 * a list of differences with their reasons.
 */
package org.hpcreuse.it.trace.differential;
