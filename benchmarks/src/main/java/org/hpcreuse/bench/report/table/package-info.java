/* SPDX-License-Identifier: Apache-2.0 */
/** How reports write tables, durations and ratios. It does not know what is in them. */
package org.hpcreuse.bench.report.table;
