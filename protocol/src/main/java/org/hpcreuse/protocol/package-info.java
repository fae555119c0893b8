/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What executor, pool manager, slot and command line say to each other, and the words they share:
 * messages, frames, options, files of a pool, exit codes. Depends on nothing but the JDK.
 */
package org.hpcreuse.protocol;
