/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The processor time of samples, arm against arm: of whole samples, and of one map. The report
 * calls it. It does not know how the time was measured.
 */
package org.hpcreuse.bench.report.cpu;
