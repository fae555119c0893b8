/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The command line's Java part. {@link org.hpcreuse.cli.Main} maps words to {@linkplain
 * org.hpcreuse.cli.command commands}; bin/hpc-reuse calls it.
 */
package org.hpcreuse.cli;
