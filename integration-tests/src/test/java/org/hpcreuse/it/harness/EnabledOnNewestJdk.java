/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIf;

/** Skips a test class, with a word, where {@link NewestJdk} is not installed. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EnabledIf(
    value = "org.hpcreuse.it.harness.NewestJdk#isInstalled",
    disabledReason = "no JDK 24 or later is installed beside the one that runs the tests")
public @interface EnabledOnNewestJdk {}
