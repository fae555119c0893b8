/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the options, start-up properties and environment of a java command come to in a JVM that
 * runs already. The executor asks it for containers, a slot for clients. It knows no YARN and
 * changes nothing.
 */
package org.hpcreuse.protocol.jvm;
