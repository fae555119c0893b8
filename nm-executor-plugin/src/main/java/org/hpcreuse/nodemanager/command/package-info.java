/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads a launch as bash and the java launcher would: words, quotes, variables, redirections, JVM
 * options. Decides nothing but whether a command is understood; starts no process but one bash,
 * once, for its PATH.
 */
package org.hpcreuse.nodemanager.command;
