/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Looks of the probe at the process: descriptors, directory, environment, streams, limits, threads.
 */
package org.hpcreuse.it.program.probe.process;
