/* SPDX-License-Identifier: Apache-2.0 */
/**
 * From many numbers to a few: medians, intervals, distributions. Reports call it. It does not know
 * what the numbers are.
 */
package org.hpcreuse.bench.report.statistics;
