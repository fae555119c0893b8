/* SPDX-License-Identifier: Apache-2.0 */
/** A part of the program in a package of its own. */
package org.hpcreuse.usercode.kept.program.shelf;
