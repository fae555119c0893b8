/* SPDX-License-Identifier: Apache-2.0 */
/** Writes Hadoop's configuration files and the pool's directory. */
package org.hpcreuse.cli.conf;
