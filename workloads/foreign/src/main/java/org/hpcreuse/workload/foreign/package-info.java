/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Small programs that use libraries as users of clusters do. Each prints what a user would see.
 * With the word {@code spoil} it does first what a careless neighbour does to the process and to
 * the library.
 */
package org.hpcreuse.workload.foreign;
