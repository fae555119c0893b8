/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.python;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;
import org.python.core.Options;
import org.python.core.Py;
import org.python.core.PySystemState;
import org.python.util.PythonInterpreter;

/** Runs scripts of Jython. */
@Brings({"jython-slim", "antlr-runtime", "asm", "jnr-posix", "jnr-constants", "jnr-ffi", "jffi"})
public final class Scripts {
  private Scripts() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      Options.dont_write_bytecode = true;
      PySystemState.initialize();
      Py.getSystemState().path.append(Py.newString("left"));
      Py.getSystemState().setrecursionlimit(50);
      Py.getSystemState().builtins.__setitem__("left", Py.newString("behind"));
    }
    try (PythonInterpreter python = new PythonInterpreter()) {
      python.exec("total = sum(x * 2 for x in range(4))");
      print("total", python.get("total"));
      print("path", Py.getSystemState().path.contains("left"));
      print("limit", Py.getSystemState().getrecursionlimit());
      python.exec("try:\n  found = left\nexcept NameError as e:\n  found = str(e)");
      print("left", python.get("found"));
      python.exec("from java.util import ArrayList\nlist = ArrayList([1, 2])");
      print("list", python.get("list"));
      python.exec("import json\ntext = json.dumps([1])");
      print("json", python.get("text"));
    }
  }
}
