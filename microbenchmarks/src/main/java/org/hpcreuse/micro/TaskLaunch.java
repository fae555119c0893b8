/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.micro;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hpcreuse.protocol.files.FrameworkToken;
import org.hpcreuse.protocol.program.JavaProgram;
import org.hpcreuse.protocol.wire.Encoded;
import org.hpcreuse.protocol.wire.LaunchSpec;
import org.hpcreuse.protocol.wire.Message;

/** The launch of a map task of MapReduce, of the usual size: about 3 KiB. */
final class TaskLaunch {
  private static final int VARIABLES = 30;
  private static final int HEAP_MB = 512;
  private static final long HOLD_MS = 10_000;
  private static final String DIRECTORY =
      "/scratch/user/yarn/usercache/user/appcache/application_1700000000000_0001/";
  private static final String CONTAINER = "container_1700000000000_0001_01_000002";

  private TaskLaunch() {}

  /** Makes the message that the executor sends. */
  static Message.Launch message() {
    return new Message.Launch(
        new LaunchSpec(CONTAINER, DIRECTORY + CONTAINER, HEAP_MB, Encoded.of(program())), HOLD_MS);
  }

  /** Makes what the slot decodes from it. */
  static JavaProgram program() {
    Map<String, String> environment = new LinkedHashMap<>();
    for (int i = 0; i < VARIABLES; i++) {
      environment.put("HADOOP_VARIABLE_" + i, DIRECTORY + "value-" + i);
    }
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("java.net.preferIPv4Stack", "true");
    properties.put("java.io.tmpdir", DIRECTORY + CONTAINER + "/tmp");
    properties.put("log4j.configuration", "container-log4j.properties");
    properties.put("yarn.app.container.log.dir", DIRECTORY + "logs");
    return new JavaProgram(
        environment,
        properties,
        List.of(
            DIRECTORY + CONTAINER,
            FrameworkToken.of("0123456789abcdef0123456789abcdef"),
            DIRECTORY + CONTAINER + "/job.jar/job.jar"),
        "org.apache.hadoop.mapred.YarnChild",
        List.of("127.0.0.1", "40123", "attempt_1700000000000_0001_m_000000_0", "2"),
        DIRECTORY + "logs/stdout",
        DIRECTORY + "logs/stderr");
  }
}
