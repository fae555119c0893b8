/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.hpcreuse.protocol.program.JavaProgram;

/** Which part may use what. */
@AnalyzeClasses(packages = "org.hpcreuse", importOptions = ImportOption.DoNotIncludeTests.class)
class RulesOfModulesTest {
  private static final String[] JDK = {"java..", "javax..", "jdk..", "sun.."};

  @ArchTest
  static final ArchRule protocolUsesTheJdkOnly =
      classes()
          .that()
          .resideInAPackage("org.hpcreuse.protocol..")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(JDK).or(resideInAPackage("org.hpcreuse.protocol..")));

  @ArchTest
  static final ArchRule loadersUseTheJdkAndAsmOnly =
      classes()
          .that()
          .resideInAPackage("org.hpcreuse.classloader..")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(JDK)
                  .or(resideInAnyPackage("org.hpcreuse.classloader..", "org.objectweb.asm..")));

  @ArchTest
  static final ArchRule bootClassesUseTheJdkOnly =
      classes()
          .that()
          .resideInAPackage("org.hpcreuse.cleanup.boot..")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(JDK).or(resideInAPackage("org.hpcreuse.cleanup.boot..")));

  @ArchTest
  static final ArchRule portAccessUsesTheJdkAndAsmOnly =
      classes()
          .that()
          .resideInAPackage("org.hpcreuse.portaccess..")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(JDK)
                  .or(resideInAnyPackage("org.hpcreuse.portaccess..", "org.objectweb.asm..")));

  /** Hadoop's daemons have it without a slot; a slot says whose code it leaves alone. */
  @ArchTest
  static final ArchRule onlySlotsKnowPortAccess =
      noClasses()
          .that()
          .resideOutsideOfPackages("org.hpcreuse.portaccess..", "org.hpcreuse.pool.slot")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.hpcreuse.portaccess..");

  @ArchTest
  static final ArchRule hadoopAgentUsesTheJdkAndAsmOnly =
      classes()
          .that()
          .resideInAPackage("org.hpcreuse.hadoop..")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(JDK)
                  .or(resideInAnyPackage("org.hpcreuse.hadoop..", "org.objectweb.asm..")));

  /**
   * Beside Hadoop's rewritten classes, slot and executor, which tell them what they know; and the
   * program that measures its waits.
   */
  @ArchTest
  static final ArchRule onlyThoseWhoTellItSomethingKnowTheHadoopAgent =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "org.hpcreuse.hadoop..",
              "org.hpcreuse.pool.slot",
              "org.hpcreuse.pool.slot.framework",
              "org.hpcreuse.usercode",
              "org.hpcreuse.nodemanager",
              "org.hpcreuse.workload.masters")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.hpcreuse.hadoop..");

  /** It runs the waits themselves, without the rewrites around them. */
  @ArchTest
  static final ArchRule mastersUseHadoopAndTheWaitsOnly =
      classes()
          .that()
          .resideInAPackage("org.hpcreuse.workload.masters..")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(JDK)
                  .or(
                      resideInAnyPackage(
                          "org.apache.hadoop..",
                          "org.hpcreuse.hadoop",
                          "org.hpcreuse.workload.masters..")));

  /** Each of these would be loaded once more than the containers need, or write where they do. */
  @ArchTest
  static final ArchRule slotsStayLean =
      noClasses()
          .that()
          .resideInAPackage("org.hpcreuse.pool.slot..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.fasterxml..", "java.util.logging..", "org.apache..");

  /** It passes them on as they are: their environments hold secrets and may be large. */
  @ArchTest
  static final ArchRule managerReadsNoProgram =
      noClasses()
          .that()
          .resideInAPackage("org.hpcreuse.pool.manager..")
          .should()
          .dependOnClassesThat()
          .areAssignableTo(JavaProgram.class);

  @ArchTest
  static final ArchRule mpiStaysBehindOnePackageAProcess =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "org.hpcreuse.mpi",
              "org.hpcreuse.pool.mpi..",
              "org.hpcreuse.gang.member",
              "org.hpcreuse.workload..",
              "org.hpcreuse.spawn.rank",
              "org.hpcreuse.spawn.container")
          .and(not(resideInAPackage("org.hpcreuse.it..")))
          .should()
          .dependOnClassesThat()
          .resideInAPackage("mpi..");

  @ArchTest
  static final ArchRule cleanUpNeverLinksAgainstHadoop =
      noClasses()
          .that()
          .resideInAPackage("org.hpcreuse.cleanup..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.hadoop..", "org.apache.log4j..");

  @ArchTest
  static final ArchRule executorUsesHadoopAndTheProtocol =
      classes()
          .that()
          .resideInAPackage("org.hpcreuse.nodemanager..")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(JDK)
                  .or(
                      resideInAnyPackage(
                          "org.apache.hadoop..",
                          "org.slf4j..",
                          "org.hpcreuse.hadoop",
                          "org.hpcreuse.protocol..",
                          "org.hpcreuse.nodemanager..")));

  /** A container has its classes at the end of its class path. */
  @ArchTest
  static final ArchRule whatIsSpawnedKnowsNothingOfHadoop =
      classes()
          .that()
          .resideInAnyPackage("org.hpcreuse.spawn.container", "org.hpcreuse.spawn.rank")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(JDK)
                  .or(
                      resideInAnyPackage(
                          "mpi..", "org.hpcreuse.protocol..", "org.hpcreuse.spawn..")));

  /** Slots share it with containers. */
  @ArchTest
  static final ArchRule mpiApiUsesTheJdkAndMpiOnly =
      classes()
          .that()
          .resideInAPackage("org.hpcreuse.mpi..")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(JDK).or(resideInAnyPackage("mpi..", "org.hpcreuse.mpi..")));

  /** It runs in a container, which shares nothing else of a slot. */
  @ArchTest
  static final ArchRule shuffleUsesHadoopAndTheMpiApiOnly =
      classes()
          .that()
          .resideInAPackage("org.hpcreuse.shuffle..")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(JDK)
                  .or(
                      resideInAnyPackage(
                          "org.apache.hadoop..",
                          "org.slf4j..",
                          "org.hpcreuse.mpi",
                          "org.hpcreuse.shuffle..")));

  /** A program brings what it needs, in the version that it needs. */
  @ArchTest
  static final ArchRule ranksOfGangsKnowNothingOfHadoop =
      classes()
          .that()
          .resideInAnyPackage("org.hpcreuse.gang.member", "org.hpcreuse.gang")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(JDK)
                  .or(
                      resideInAnyPackage(
                          "mpi..",
                          "org.hpcreuse.mpi",
                          "org.hpcreuse.protocol..",
                          "org.hpcreuse.gang.member",
                          "org.hpcreuse.gang")));

  /** It is there for comparison, and goes without a trace. */
  @ArchTest
  static final ArchRule nobodyKnowsTheSpawnBaseline =
      noClasses()
          .that()
          .resideOutsideOfPackage("org.hpcreuse.spawn..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.hpcreuse.spawn..");

  @ArchTest
  static final ArchRule namesSayWhatAClassIs =
      noClasses()
          .should()
          .haveSimpleNameEndingWith("Util")
          .orShould()
          .haveSimpleNameEndingWith("Utils")
          .orShould()
          .haveSimpleNameEndingWith("Impl")
          .orShould()
          .haveSimpleNameEndingWith("Helper");

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("org.hpcreuse.(**)").should().beFreeOfCycles();
}
