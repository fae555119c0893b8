/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.threads;

import java.util.Optional;

/** Which threads may outlive the container in whose time they were started, and why. */
public final class ThreadRules {
  private static final String JDK =
      "jdk-thread: started by the JVM or the JDK on demand, for the whole process";
  private static final String FRAMEWORK =
      "framework-thread: started by an initialiser of the framework, which runs once";

  private ThreadRules() {}

  /** The rule that lets the thread stay, with its reason; empty when none does. */
  public static Optional<String> sharedBy(Thread thread) {
    if (SharedThreads.isJdks(thread)) {
      return Optional.of(JDK);
    }
    return SharedThreads.isFrameworks(thread) ? Optional.of(FRAMEWORK) : Optional.empty();
  }
}
