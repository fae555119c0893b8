/* SPDX-License-Identifier: Apache-2.0 */
/** What JVM options and start-up properties of a container come to in a JVM that runs already. */
package org.hpcreuse.nodemanager.jvm;
