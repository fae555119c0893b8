/* SPDX-License-Identifier: Apache-2.0 */
/** Hostile programs that abuse defaults of connections, protocol handlers and socket factories. */
package org.hpcreuse.it.program.hostile.network;
