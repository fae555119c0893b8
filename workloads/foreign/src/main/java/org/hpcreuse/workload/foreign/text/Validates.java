/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.text;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import javax.validation.Validation;
import javax.validation.Validator;
import javax.validation.ValidatorFactory;
import javax.validation.constraints.NotNull;
import javax.validation.constraints.Size;
import org.hibernate.validator.messageinterpolation.ParameterMessageInterpolator;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;

/** Validates objects of its own by Hibernate Validator. */
@Brings({"hibernate-validator", "jboss-logging", "classmate"})
public final class Validates {
  private Validates() {}

  /** What is validated. */
  public static final class Item {
    @NotNull String name;

    @Size(max = 1)
    String text = "text";
  }

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      java.util.Locale.setDefault(java.util.Locale.GERMAN);
      System.setProperty("org.jboss.logging.provider", "jdk");
      Validation.byDefaultProvider()
          .configure()
          .messageInterpolator(new ParameterMessageInterpolator())
          .buildValidatorFactory();
    }
    try (ValidatorFactory factory =
        Validation.byDefaultProvider()
            .configure()
            .messageInterpolator(new ParameterMessageInterpolator())
            .buildValidatorFactory()) {
      Validator validator = factory.getValidator();
      print(
          "violations",
          validator.validate(new Item()).stream()
              .map(v -> v.getPropertyPath() + " " + v.getMessage())
              .sorted()
              .toList());
    }
    print("logger", org.jboss.logging.Logger.getLogger("own").getClass().getSimpleName());
  }
}
