/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A user's classes that the containers of one application use one after the other: how their class
 * files are rewritten so that each container initialises them for itself, what makes that
 * impossible, and what is forgotten in between. The design is in docs/user-code.md.
 */
package org.hpcreuse.cleanup.kept;
