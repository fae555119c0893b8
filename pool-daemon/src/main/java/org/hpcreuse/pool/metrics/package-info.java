/* SPDX-License-Identifier: Apache-2.0 */

/** What a pool shows of itself: JMX beans and a page for Prometheus, fed by its own status. */
package org.hpcreuse.pool.metrics;
