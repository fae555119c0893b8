/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What executor, pool manager, slot and command line say to each other: messages, their numbers,
 * frames, and the client's end of a connection. Both ends use it.
 */
package org.hpcreuse.protocol.wire;
