/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Looks of the probe at the framework: its class loader, static fields, log4j and Hadoop's own
 * interfaces.
 */
package org.hpcreuse.it.program.probe.framework;
