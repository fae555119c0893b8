/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Figures since the manager started, for {@code status} and the metrics endpoint. Other packages
 * report to it; it decides nothing.
 */
package org.hpcreuse.pool.manager.statistics;
