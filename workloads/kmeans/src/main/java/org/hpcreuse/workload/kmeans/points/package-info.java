/* SPDX-License-Identifier: Apache-2.0 */
/** Points, their files, and the centres of clusters. */
package org.hpcreuse.workload.kmeans.points;
