/* SPDX-License-Identifier: Apache-2.0 */
/** Hostile programs that abuse descriptors, standard streams and open files. */
package org.hpcreuse.it.program.hostile.files;
