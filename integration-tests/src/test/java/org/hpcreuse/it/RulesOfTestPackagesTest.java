/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;

/** {@link RulesOfPackagesTest} of this module: programs know no test, and tests no other tests. */
@AnalyzeClasses(packages = "org.hpcreuse.it", importOptions = ImportOption.OnlyIncludeTests.class)
class RulesOfTestPackagesTest {
  @ArchTest
  static void tests(JavaClasses classes) {
    RulesOfPackagesTest.check(
        classes,
        "it",
        "leftout job readonce.recorder",
        "program program.leave program.hostile program.probe.report",
        "program.end program.probe.framework program.probe.jdk program.probe.process"
            + " program.hostile.left",
        "program.probe",
        "harness",
        "harness.pool harness.cluster",
        "cluster foreign fuzz pool pool.audit pool.code pool.context pool.crash pool.end readonce trace"
            + " trace.hostile",
        "cluster.code cluster.spawn cluster.waits trace.differential",
        ".");
  }

  @ArchTest
  static void noPackageIsCrowded(JavaClasses classes) {
    RulesOfPackagesTest.checkSizes(classes);
  }
}
