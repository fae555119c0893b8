/* SPDX-License-Identifier: Apache-2.0 */
/** What is run and timed; the same in every arm. */
package org.hpcreuse.bench.workload;
