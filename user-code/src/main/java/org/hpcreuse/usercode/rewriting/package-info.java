/* SPDX-License-Identifier: Apache-2.0 */
/**
 * How class files of kept classes are rewritten so that each container initialises them for itself,
 * and those of others so that they see this. The design is in docs/user-code.md.
 */
package org.hpcreuse.usercode.rewriting;
