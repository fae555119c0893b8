/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The manager's clock and the list of things to do later. All other packages of the manager use it;
 * tests set the clock by hand.
 */
package org.hpcreuse.pool.manager.time;
