/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Arrays;
import org.hpcreuse.protocol.program.JavaProgram;
import org.hpcreuse.protocol.wire.LaunchSpec;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.ResidueRow;

/** Nothing is said over a pool's socket that nobody listens to. */
@AnalyzeClasses(packages = "org.hpcreuse", importOptions = ImportOption.DoNotIncludeTests.class)
class RulesOfMessagesTest {
  private static final DescribedPredicate<JavaMethod> PARTS_OF_MESSAGES =
      describe(
          "are components of messages",
          method -> isOfAMessage(method.getOwner()) && isComponent(method));

  private static boolean isOfAMessage(JavaClass owner) {
    return owner.isRecord()
        && (owner.isAssignableTo(Message.class)
            || owner.getFullName().startsWith(Message.class.getName() + "$")
            || owner.isEquivalentTo(LaunchSpec.class)
            || owner.isEquivalentTo(JavaProgram.class)
            || owner.isEquivalentTo(ResidueRow.class));
  }

  private static boolean isComponent(JavaMethod method) {
    return method.getRawParameterTypes().isEmpty()
        && Arrays.stream(method.getOwner().reflect().getRecordComponents())
            .anyMatch(component -> component.getName().equals(method.getName()));
  }

  @ArchTest
  static final ArchRule eachHasAReader =
      methods()
          .that(PARTS_OF_MESSAGES)
          .should(
              new ArchCondition<>("be read by somebody else") {
                @Override
                public void check(JavaMethod method, ConditionEvents events) {
                  boolean read =
                      method.getAccessesToSelf().stream()
                          .anyMatch(by -> !by.getOriginOwner().equals(method.getOwner()));
                  events.add(
                      new SimpleConditionEvent(
                          method,
                          read,
                          method.getFullName() + (read ? " is" : " is not") + " read"));
                }
              });
}
