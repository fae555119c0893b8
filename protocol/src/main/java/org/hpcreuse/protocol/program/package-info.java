/* SPDX-License-Identifier: Apache-2.0 */
/** What a container or a client runs, in the terms of the java launcher. */
package org.hpcreuse.protocol.program;
