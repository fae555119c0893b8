/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Looks of the probe at what the JDK keeps for a whole process: beans, handlers, logging, locale,
 * providers.
 */
package org.hpcreuse.it.program.probe.jdk;
