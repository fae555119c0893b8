/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Rewrites the few methods of the JDK, of the MPI bindings and of Hadoop that act on the whole
 * process, so that they act on the container instead. One {@link
 * org.hpcreuse.cleanup.agent.Rewrite} per class that is changed.
 */
package org.hpcreuse.cleanup.agent;
