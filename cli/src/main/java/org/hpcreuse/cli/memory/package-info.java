/* SPDX-License-Identifier: Apache-2.0 */
/** Divides a node's memory among daemons, slots, spares and forked containers. */
package org.hpcreuse.cli.memory;
