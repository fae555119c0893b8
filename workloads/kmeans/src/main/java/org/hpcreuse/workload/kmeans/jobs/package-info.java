/* SPDX-License-Identifier: Apache-2.0 */
/** K-means with a MapReduce job for each iteration. */
package org.hpcreuse.workload.kmeans.jobs;
