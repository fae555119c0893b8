/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What shows that something of a container has stayed in the process: kinds of state that are
 * compared with a baseline as a whole, whatever the release knows of them.
 */
package org.hpcreuse.pool.slot.audit;
