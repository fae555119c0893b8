/* SPDX-License-Identifier: Apache-2.0 */
/** What workloads read: how much of it, and where it comes from. */
package org.hpcreuse.bench.workload.input;
