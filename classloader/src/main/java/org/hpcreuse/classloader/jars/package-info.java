/* SPDX-License-Identifier: Apache-2.0 */
/** The files of a class path: what is in them, and whether two are the same. Knows no loader. */
package org.hpcreuse.classloader.jars;
