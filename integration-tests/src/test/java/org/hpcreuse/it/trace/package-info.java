/* SPDX-License-Identifier: Apache-2.0 */
/** The proof that a container leaves no trace: hostile ones, and a probe that looks after each. */
package org.hpcreuse.it.trace;
