/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What all looks of the probe share: the report, and a short text of any value that is equal in
 * equal JVMs.
 */
package org.hpcreuse.it.program.probe.report;
