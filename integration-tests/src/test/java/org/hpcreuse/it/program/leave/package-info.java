/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Programs that leave several things at once in their process, or write over its static state.
 * Tests of the audit and of traces run them.
 */
package org.hpcreuse.it.program.leave;
