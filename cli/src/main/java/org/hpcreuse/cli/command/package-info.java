/* SPDX-License-Identifier: Apache-2.0 */
/**
 * One class for each command, with its options; {@link org.hpcreuse.cli.command.CliMain} has them
 * all. Commands read, print and choose the exit code; the work is in the packages below.
 */
package org.hpcreuse.cli.command;
