/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Finds the classes whose static state depends on what is read once: which methods read an input,
 * who calls these methods, which static fields keep the answer. The list calls it. It knows no
 * verdict and no file format.
 */
package org.hpcreuse.readonce.scan;
