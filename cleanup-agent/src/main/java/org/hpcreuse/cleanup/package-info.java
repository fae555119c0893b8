/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What takes a container's state out of the JVM. {@link org.hpcreuse.cleanup.ReleaseChain} lists
 * the steps in order; {@link org.hpcreuse.cleanup.JvmBaseline} is what they go back to. The slot
 * calls both.
 */
package org.hpcreuse.cleanup;
