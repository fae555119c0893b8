/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Hostile programs that abuse managed beans, bean editors, JDBC drivers and the switches of the
 * JVM.
 */
package org.hpcreuse.it.program.hostile.management;
