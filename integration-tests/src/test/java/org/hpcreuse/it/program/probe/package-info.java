/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A program that writes down all that a container can see of its process. The differential tests
 * and the proofs of remedies run it. Packages below look at one part of the process each.
 */
package org.hpcreuse.it.program.probe;
