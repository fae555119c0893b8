/* SPDX-License-Identifier: Apache-2.0 */
/** A user's program, each class of it one way to have static state. */
package org.hpcreuse.usercode.kept.program;
