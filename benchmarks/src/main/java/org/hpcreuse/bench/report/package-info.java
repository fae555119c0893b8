/* SPDX-License-Identifier: Apache-2.0 */
/** From raw samples to tables, verdicts and plots. */
package org.hpcreuse.bench.report;
