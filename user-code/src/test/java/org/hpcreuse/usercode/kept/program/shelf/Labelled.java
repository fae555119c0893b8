/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.kept.program.shelf;

/** Shows to all what it inherits from an interface. */
public class Labelled implements Labels {}
