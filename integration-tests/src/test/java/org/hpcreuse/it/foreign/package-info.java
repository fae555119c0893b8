/* SPDX-License-Identifier: Apache-2.0 */
/** Code that was written for a JVM of its own finds no difference in a slot. */
package org.hpcreuse.it.foreign;
