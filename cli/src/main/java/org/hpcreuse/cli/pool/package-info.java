/* SPDX-License-Identifier: Apache-2.0 */
/** Asks a running pool manager. Knows the protocol, not the output. */
package org.hpcreuse.cli.pool;
