/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program;

/** Has an instance of its subclass. One thread at a time initialises the two. */
@SuppressWarnings("ClassInitializationDeadlock")
public class HasSpare {
  static final HasSpare SPARE = new Spare();
}
