/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol;

/**
 * Why a container gets no slot. The keys are names of counters in {@code status}, in metrics and in
 * logs, and users rely on them: a key never changes.
 */
public enum FallbackReason {
  // The executor says these before it asks the pool; a slot says some of a client's command.
  /** Another user's container; it is refused, never forked. */
  WRONG_USER("wrong-user"),
  /** Its environment asks for a fork. */
  OPTED_OUT("opted-out"),
  /** It runs in a container runtime of its own. */
  DOCKER("docker"),
  /** A setting of the node that only forked containers can honour. */
  NODE_SETTING("node-setting"),
  /** The executor has not seen its launch script. */
  NOT_CAPTURED("not-captured"),
  /** Its command uses shell syntax that only a shell understands. */
  SHELL_SYNTAX("shell-syntax"),
  NOT_JAVA("not-java"),
  /** Its java is not the slots'. */
  JAVA_HOME("java-home"),
  JVM_FLAG("jvm-flag"),
  /** A system property that a JVM reads only when it starts. */
  STARTUP_PROPERTY("startup-property"),
  /** A variable that a process reads only when it starts, with another value than the slots'. */
  PROCESS_ENVIRONMENT("process-environment"),
  /** It asks for more heap than the largest slot has. */
  HEAP_TOO_LARGE("heap-too-large"),
  /** It is to run in a slot with MPI, and none that fits is there. */
  NO_MPI("no-mpi"),
  /** More than fits into one message to the pool manager. */
  LAUNCH_TOO_LARGE("launch-too-large"),
  /** The executor's own part has failed. */
  EXECUTOR_FAILURE("executor-failure"),

  // The pool manager says these, or the executor when it does not reach the manager.
  /** No pool manager answers, or no slot that fits is alive or starting. */
  POOL_DOWN("pool-down"),
  /** No slot that fits was free in time. */
  POOL_BUSY("pool-busy"),
  /** The pool manager has no memory left for a launch of this size, while others wait. */
  POOL_MEMORY("pool-memory"),
  /** The pool gives out no more slots. */
  DRAINING("draining"),
  /** Its container is in the pool already. */
  DUPLICATE_CONTAINER("duplicate-container"),
  /** Its container is not in the pool, and has not been there recently. */
  UNKNOWN_CONTAINER("unknown-container"),
  /** No process could be started with what the launch says. */
  MALFORMED_LAUNCH("malformed-launch"),

  // A slot says these.
  /** The framework's files are not those that the slot has loaded. */
  FRAMEWORK_CHANGED("framework-changed"),
  /** Its class path cannot be read, or names too many entries. */
  CLASS_PATH("class-path"),
  /** The slot cannot take on its environment, directory or streams. */
  PROCESS_CONTEXT("process-context"),
  /** The slot could not prepare itself: its state is unknown, the manager retires it. */
  SLOT_PREPARE("slot-prepare");

  private final String key;

  FallbackReason(String key) {
    this.key = key;
  }

  /** The name of its counter. */
  public String key() {
    return key;
  }

  /** Whether waiting can help: the pool is at fault, not the container. */
  public boolean passes() {
    return this == POOL_BUSY || this == POOL_DOWN || this == POOL_MEMORY || this == DRAINING;
  }
}
