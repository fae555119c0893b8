/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Lists the classes of a JDK whose static state depends on something that is read once: a system or
 * security property, the environment, the locale. {@link org.hpcreuse.readonce.ReadOnceMain} writes
 * the list that the agent of a slot works by, with the verdicts of a review. A maintainer calls it
 * before a release. It knows nothing of slots.
 */
package org.hpcreuse.readonce;
