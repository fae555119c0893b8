/* SPDX-License-Identifier: Apache-2.0 */
/** Caches of the JDK that keep a container's classes alive. */
package org.hpcreuse.cleanup.jvm.caches;
