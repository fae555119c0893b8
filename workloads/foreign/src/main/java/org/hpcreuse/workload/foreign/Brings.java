/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign;

import java.lang.annotation.ElementType;
import java.lang.annotation.Target;

/** Which libraries a program has in jars of its own, behind the framework's. */
@Target(ElementType.TYPE)
public @interface Brings {
  /** Names of jars in {@code target/lib}, without ending. */
  String[] value();
}
