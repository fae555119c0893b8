/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Rewrites classes so that they can be initialised again, and has the classes of the JDK that read
 * something once, a property for example, read it again for the next container. {@link
 * org.hpcreuse.cleanup.initializer.ReadOnceTable} lists them.
 */
package org.hpcreuse.cleanup.initializer;
