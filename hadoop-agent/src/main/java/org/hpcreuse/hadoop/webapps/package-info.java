/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Lets the web server of an ApplicationMaster unpack its few files without a read of the whole jar
 * that they are in. A slot takes the files out of the jar before its first container; Jetty's
 * rewritten class calls in. It knows nothing but the JDK and ASM, and keeps files of the framework.
 */
package org.hpcreuse.hadoop.webapps;
