/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The slot's own log files. They bypass System.out, java.util.logging and log4j, which belong to
 * containers.
 */
package org.hpcreuse.pool.slot.log;
