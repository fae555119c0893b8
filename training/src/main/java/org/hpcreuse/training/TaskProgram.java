/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.training;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import java.util.function.IntConsumer;
import org.apache.hadoop.io.DataInputByteBuffer;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The program of a task's container, in a thread of this JVM, with the container's tokens. */
final class TaskProgram {
  private static final Logger LOG = LoggerFactory.getLogger(TaskProgram.class);

  private final ContainerLaunchContext context;
  private final IntConsumer whenOver;

  /**
   * For one container.
   *
   * @param whenOver hears the exit status in the program's thread
   */
  TaskProgram(ContainerLaunchContext context, IntConsumer whenOver) {
    this.context = context;
    this.whenOver = whenOver;
  }

  void start() {
    new Thread(() -> whenOver.accept(run()), "training-task").start();
  }

  private int run() {
    try {
      List<String> words = words(context.getCommands().get(0));
      Method main = Class.forName(words.get(0)).getDeclaredMethod("main", String[].class);
      main.setAccessible(true); // YarnChild is visible in its package alone
      String[] arguments = words.subList(1, words.size()).toArray(new String[0]);
      UserGroupInformation user = UserGroupInformation.createRemoteUser("training");
      user.addCredentials(credentials(context));
      user.doAs((PrivilegedExceptionAction<Object>) () -> main.invoke(null, (Object) arguments));
      return 0;
    } catch (IOException | InterruptedException | ReflectiveOperationException e) {
      LOG.error("a task of the training job failed", e);
      return 1;
    }
  }

  /** The main class and its arguments, of a command line «java OPTIONS CLASS ARGUMENTS 1>FILE». */
  static List<String> words(String command) {
    List<String> words = new ArrayList<>();
    StringTokenizer tokens = new StringTokenizer(command);
    tokens.nextToken(); // java
    while (tokens.hasMoreTokens()) {
      String token = tokens.nextToken();
      if (token.startsWith("1>")) {
        break;
      }
      if (!words.isEmpty() || !token.startsWith("-")) {
        words.add(token);
      }
    }
    return words;
  }

  /** What the container gets from the ApplicationMaster. */
  static Credentials credentials(ContainerLaunchContext context) throws IOException {
    Credentials credentials = new Credentials();
    ByteBuffer tokens = context.getTokens().duplicate();
    DataInputByteBuffer in = new DataInputByteBuffer();
    in.reset(tokens);
    credentials.readTokenStorageStream(in);
    return credentials;
  }
}
