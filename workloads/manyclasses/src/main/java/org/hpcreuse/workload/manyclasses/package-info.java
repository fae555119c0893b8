/* SPDX-License-Identifier: Apache-2.0 */
/** Word count from a fat jar: what a job with many classes of its own leaves in a slot. */
package org.hpcreuse.workload.manyclasses;
