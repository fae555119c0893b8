/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Programs that the cluster tests submit: a YARN application of one container, and MapReduce jobs.
 */
package org.hpcreuse.it.job;
