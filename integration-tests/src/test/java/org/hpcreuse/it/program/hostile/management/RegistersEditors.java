/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.management;

import java.beans.Introspector;
import java.beans.PropertyEditorManager;
import java.beans.PropertyEditorSupport;

/** Leaves bean editors and search paths for bean editors and bean information. */
public final class RegistersEditors {
  private RegistersEditors() {}

  /** Leaves it. */
  public static void main(String[] args) {

    PropertyEditorManager.registerEditor(StringBuilder.class, Own.class);
    PropertyEditorManager.registerEditor(Integer.TYPE, Own.class);
    PropertyEditorManager.setEditorSearchPath(new String[] {"left.behind"});
    Introspector.setBeanInfoSearchPath(new String[] {"left.behind"});
  }

  /** Edits nothing. */
  public static final class Own extends PropertyEditorSupport {}
}
