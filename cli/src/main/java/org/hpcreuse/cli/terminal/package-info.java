/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Output and failures: plain text without control characters, the terminal's width, messages with
 * an exit code.
 */
package org.hpcreuse.cli.terminal;
