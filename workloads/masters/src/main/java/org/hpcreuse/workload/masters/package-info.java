/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Many ApplicationMasters in one process, which wait for containers of a full cluster: as in stock
 * Hadoop, and by the wait of slots. {@code hpc-reuse bench masters} runs it and reads what it
 * prints. It knows neither slots nor the measurement.
 */
package org.hpcreuse.workload.masters;
