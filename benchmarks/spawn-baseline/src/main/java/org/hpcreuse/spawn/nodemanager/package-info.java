/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The executor that has containers started by resident ranks. The NodeManager calls it. It does
 * everything else as the stock executor does, and never calls MPI.
 */
package org.hpcreuse.spawn.nodemanager;
