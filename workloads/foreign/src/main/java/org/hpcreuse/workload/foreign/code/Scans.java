/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.code;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import io.github.classgraph.ClassGraph;
import io.github.classgraph.ScanResult;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;

/** Scans the class path by ClassGraph. */
@Brings("classgraph")
public final class Scans {
  private Scans() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      new ClassGraph().acceptPackages("org.hpcreuse.workload.foreign").scan();
      ClassGraph.CIRCUMVENT_ENCAPSULATION = ClassGraph.CircumventEncapsulationMethod.NONE;
    }
    try (ScanResult found =
        new ClassGraph().enableClassInfo().acceptPackages("org.hpcreuse").scan()) {
      print("classes", found.getAllClasses().getNames());
    }
    try (ScanResult found =
        new ClassGraph().acceptPackages("org.apache.avro.util").enableClassInfo().scan()) {
      print("framework", found.getClassInfo("org.apache.avro.util.Utf8") != null);
    }
    print(
        "jar",
        new ClassGraph()
            .getClasspathFiles().stream()
                .anyMatch(file -> file.getName().equals("code.Scans.jar")));
  }
}
