/* SPDX-License-Identifier: Apache-2.0 */
/** The handler of a protocol that is called as this package: the JDK finds it by its name. */
package org.hpcreuse.it.program.hostile.left;
