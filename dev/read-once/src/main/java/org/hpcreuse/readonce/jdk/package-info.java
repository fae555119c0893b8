/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The classes of a JDK as its class files have them: methods, calls, static fields. The scan and
 * the list use it. It does not know what is looked for in them.
 */
package org.hpcreuse.readonce.jdk;
