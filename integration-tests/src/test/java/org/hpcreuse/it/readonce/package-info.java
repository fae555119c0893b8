/* SPDX-License-Identifier: Apache-2.0 */
/** Tests of what the JDK reads once: the lists lack no class, and each container reads anew. */
package org.hpcreuse.it.readonce;
