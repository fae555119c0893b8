/* SPDX-License-Identifier: Apache-2.0 */
/** Hostile programs that abuse log4j and java.util.logging. */
package org.hpcreuse.it.program.hostile.logging;
