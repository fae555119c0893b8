/* SPDX-License-Identifier: Apache-2.0 */
/**
 * How a class file is changed: new fields, new methods, and changes inside methods. The lists of
 * rewrites use it. It knows ASM, and no class of Hadoop by name.
 */
package org.hpcreuse.hadoop.rewrite;
