/* SPDX-License-Identifier: Apache-2.0 */
/** Hostile programs that abuse shutdown hooks and files to delete at exit. */
package org.hpcreuse.it.program.hostile.exit;
