/* SPDX-License-Identifier: Apache-2.0 */
/**
 * One class for each command, with its options. Commands read, print and choose the exit code; the
 * work is in the packages below.
 */
package org.hpcreuse.cli.command;
