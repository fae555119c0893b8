/* SPDX-License-Identifier: Apache-2.0 */
/** Steps for state of the JDK: threads, hooks, properties, defaults, caches. */
package org.hpcreuse.cleanup.jvm;
