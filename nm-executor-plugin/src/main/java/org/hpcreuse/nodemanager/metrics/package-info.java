/* SPDX-License-Identifier: Apache-2.0 */
/** Counts and times launches, for JMX, Hadoop's metrics and benchmarks. */
package org.hpcreuse.nodemanager.metrics;
