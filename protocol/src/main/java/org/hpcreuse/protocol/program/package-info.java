/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What a container or a client runs, in the terms of the java launcher, and which of its JVM
 * options, properties and variables a slot can take.
 */
package org.hpcreuse.protocol.program;
