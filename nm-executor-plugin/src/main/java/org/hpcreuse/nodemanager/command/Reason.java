/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.command;

/**
 * Why a container does not run in a slot.
 *
 * @param key short word, counted per key
 * @param detail one line for the log; never holds values of the environment
 */
public record Reason(String key, String detail) {
  public static final String OPTED_OUT = "opted-out";
  public static final String NOT_CAPTURED = "not-captured";
  static final String SHELL_SYNTAX = "shell-syntax";
  public static final String NOT_JAVA = "not-java";
  public static final String JAVA_HOME = "java-home";
  public static final String JVM_FLAG = "jvm-flag";
  static final String STARTUP_PROPERTY = "startup-property";
  public static final String PROCESS_ENVIRONMENT = "process-environment";
  public static final String HEAP_TOO_LARGE = "heap-too-large";
  public static final String DOCKER = "docker";
  public static final String NODE_SETTING = "node-setting";
  public static final String WRONG_USER = "wrong-user";
  public static final String POOL_DOWN = "pool-down";
  static final String POOL_BUSY = "pool-busy";
  static final String DRAINING = "draining";

  /** More than fits into one message to the pool manager. */
  public static final String TOO_LARGE = "launch-too-large";

  /** What the executor itself had to do for it has failed. */
  public static final String EXECUTOR_FAILURE = "executor-failure";

  /** Whether waiting can help: the pool is at fault, not the container. */
  public boolean passes() {
    return key.equals(POOL_BUSY) || key.equals(POOL_DOWN) || key.equals(DRAINING);
  }

  @Override
  public String toString() {
    return key + ": " + detail;
  }
}
