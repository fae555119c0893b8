/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Classes of the JDK whose static state depends on what is read once: the reviewed list of a JDK,
 * what is rewritten because of it, and the step that has them forgotten. The list is made by the
 * module {@code read-once}.
 */
package org.hpcreuse.cleanup.readonce;
