/* SPDX-License-Identifier: Apache-2.0 */
/** Steps for state of the framework: Hadoop and the libraries it brings. */
package org.hpcreuse.cleanup.hadoop;
