/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A user's classes that containers with the same class path use one after the other: what makes
 * that impossible, and what is forgotten in between. The design is in docs/user-code.md.
 */
package org.hpcreuse.usercode.kept;
