/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.GETFIELD;
import static org.objectweb.asm.Opcodes.IADD;
import static org.objectweb.asm.Opcodes.ILOAD;
import static org.objectweb.asm.Opcodes.INVOKEINTERFACE;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.INVOKEVIRTUAL;
import static org.objectweb.asm.Opcodes.IRETURN;
import static org.objectweb.asm.Opcodes.ISTORE;

import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/** Which classes with a fixed sleep are rewritten, and how. */
public final class WaitRewrites {
  private static final String APP = "org/apache/hadoop/mapreduce/v2/app/";
  private static final String COMMUNICATOR = APP + "rm/RMCommunicator";
  private static final String ALLOCATOR = APP + "rm/RMContainerAllocator";
  private static final String SERVICE = APP + "client/MRClientService";
  private static final String OBJECT = "Ljava/lang/Object;";
  private static final String OUTER = "this$0";

  private WaitRewrites() {}

  /** All of them. */
  public static List<HadoopRewrite> all() {
    return List.of(
        communicator(),
        allocatorRunnable(),
        allocator(),
        job(),
        eventFetcher(),
        task(),
        clientService(),
        clientHandler(),
        appMaster());
  }

  /** The sleep until the ResourceManager has noted the end of the application. */
  private static HadoopRewrite communicator() {
    HadoopRewrite rewrite = new HadoopRewrite(COMMUNICATOR);
    return rewrite
        .as(RequestWait.Allocator.class)
        .needing("job", "L" + APP + "job/Job;")
        .withGetter("hpcReuseJob", Object.class, "job")
        .withField("hpcReuseUnregistration", DoublingWait.class)
        .changing(
            sleep(rewrite, "doUnregistration", null, "hpcReuseUnregistration", DoublingWait.class));
  }

  /** The sleep before each heartbeat. */
  private static HadoopRewrite allocatorRunnable() {
    HadoopRewrite rewrite = new HadoopRewrite(COMMUNICATOR + "$AllocatorRunnable");
    return rewrite
        .needing(OUTER, "L" + COMMUNICATOR + ";")
        .changing(
            MethodEdit.sleep(
                "run",
                null,
                m -> {
                  rewrite.get(m, OUTER);
                  call(m, RequestWait.class, "sleep", "(J" + OBJECT + ")V");
                }))
        .changing(
            MethodEdit.beforeReturn(
                "run",
                "()V",
                m -> {
                  rewrite.get(m, OUTER);
                  call(m, RequestWait.class, "ended", "(" + OBJECT + ")V");
                }));
  }

  /**
   * Says when requests have changed, and how many wait for a container. Reduces are asked for at
   * the pace of stock Hadoop while maps wait: scheduleReduces does nothing when none is pending.
   */
  private static HadoopRewrite allocator() {
    String resource = "Lorg/apache/hadoop/yarn/api/records/Resource;";
    int scheduledMaps = 3;
    int pendingReduces = 9;
    String requests = ALLOCATOR + "$ScheduledRequests";
    HadoopRewrite rewrite = new HadoopRewrite(ALLOCATOR);
    return rewrite
        .needing("scheduledRequests", "L" + requests + ";")
        .withMethod(
            "hpcReuseOutstanding()I",
            m -> {
              rewrite.get(m, "scheduledRequests");
              m.visitFieldInsn(GETFIELD, requests, "maps", "Ljava/util/Map;");
              m.visitMethodInsn(INVOKEINTERFACE, "java/util/Map", "size", "()I", true);
              rewrite.get(m, "scheduledRequests");
              m.visitFieldInsn(GETFIELD, requests, "reduces", "Ljava/util/LinkedHashMap;");
              m.visitMethodInsn(INVOKEVIRTUAL, "java/util/LinkedHashMap", "size", "()I", false);
              m.visitInsn(IADD);
              m.visitInsn(IRETURN);
            })
        .changing(
            MethodEdit.atBegin(
                "scheduleReduces",
                "(IIIIII" + resource + resource + "IFF)V",
                m -> {
                  m.visitVarInsn(ILOAD, pendingReduces);
                  m.visitVarInsn(ILOAD, scheduledMaps);
                  m.visitVarInsn(ALOAD, 0);
                  call(m, RequestWait.class, "reduces", "(II" + OBJECT + ")I");
                  m.visitVarInsn(ISTORE, pendingReduces);
                }))
        .changing(
            MethodEdit.beforeReturn(
                "handleEvent",
                "(L" + APP + "rm/ContainerAllocatorEvent;)V",
                m -> {
                  m.visitVarInsn(ALOAD, 0);
                  call(m, RequestWait.class, "changed", "(" + OBJECT + ")V");
                }));
  }

  /** Says when a task or an attempt has ended. */
  private static HadoopRewrite job() {
    String event = APP + "job/event/JobEvent";
    return new HadoopRewrite(APP + "job/impl/JobImpl")
        .as(RequestWait.Job.class)
        .withField("hpcReuseRequests", RequestWait.class)
        .withGetter("hpcReuseRequests", RequestWait.class, "hpcReuseRequests")
        .changing(
            MethodEdit.beforeReturn(
                "handle",
                "(L" + event + ";)V",
                m -> {
                  m.visitVarInsn(ALOAD, 0);
                  m.visitVarInsn(ALOAD, 1);
                  m.visitMethodInsn(INVOKEVIRTUAL, event, "getType", "()Ljava/lang/Enum;", false);
                  call(m, RequestWait.class, "handled", "(" + OBJECT + "Ljava/lang/Enum;)V");
                }));
  }

  /** The sleep of a reduce between two questions for finished maps. */
  private static HadoopRewrite eventFetcher() {
    String field = "hpcReuseWait";
    HadoopRewrite rewrite =
        new HadoopRewrite("org/apache/hadoop/mapreduce/task/reduce/EventFetcher");
    return rewrite
        .withField(field, MapCompletionPoll.class)
        .changing(
            MethodEdit.afterCall(
                null,
                "getMapCompletionEvents",
                "()I",
                m -> {
                  m.visitInsn(DUP);
                  rewrite.get(m, field);
                  call(
                      m,
                      MapCompletionPoll.class,
                      "heard",
                      "(I" + MapCompletionPoll.class.descriptorString() + ")V");
                }))
        .changing(sleep(rewrite, null, 1000L, field, MapCompletionPoll.class));
  }

  /** The sleep of a task until its ApplicationMaster lets it commit its output. */
  private static HadoopRewrite task() {
    String field = "hpcReuseCommit";
    HadoopRewrite rewrite = new HadoopRewrite("org/apache/hadoop/mapred/Task");
    return rewrite
        .withField(field, DoublingWait.class)
        .changing(sleep(rewrite, "commit", 1000L, field, DoublingWait.class));
  }

  private static HadoopRewrite clientService() {
    String field = "hpcReuseClients";
    return new HadoopRewrite(SERVICE)
        .as(ClientsWait.Service.class)
        .withField(field, ClientsWait.class)
        .withGetter(field, ClientsWait.class, field)
        .needing("server", "Lorg/apache/hadoop/ipc/Server;")
        .withGetter("hpcReuseServer", Object.class, "server");
  }

  /** Notes what clients have received. */
  private static HadoopRewrite clientHandler() {
    HadoopRewrite rewrite = new HadoopRewrite(SERVICE + "$MRClientProtocolHandler");
    return rewrite
        .needing(OUTER, "L" + SERVICE + ";")
        .changing(
            MethodEdit.beforeReturn(
                "<init>",
                "(L" + SERVICE + ";)V",
                m -> {
                  rewrite.get(m, OUTER);
                  call(m, ClientsWait.class, "begin", "(" + OBJECT + ")V");
                }))
        .changing(
            MethodEdit.beforeReturnOf(
                "Response",
                (m, method) -> {
                  m.visitInsn(DUP);
                  rewrite.get(m, OUTER);
                  m.visitMethodInsn(
                      INVOKESTATIC, "org/apache/hadoop/ipc/Server", "getClientId", "()[B", false);
                  m.visitLdcInsn(method);
                  call(
                      m,
                      ClientsWait.class,
                      "answered",
                      "(" + OBJECT + OBJECT + "[BLjava/lang/String;)V");
                }));
  }

  /** The sleep before the ApplicationMaster ends. */
  private static HadoopRewrite appMaster() {
    String field = "clientService";
    HadoopRewrite rewrite = new HadoopRewrite(APP + "MRAppMaster");
    return rewrite
        .needing(field, "L" + APP + "client/ClientService;")
        .changing(
            MethodEdit.sleep(
                "shutDownJob",
                5000L,
                m -> {
                  rewrite.get(m, field);
                  call(m, ClientsWait.class, "sleep", "(J" + OBJECT + ")V");
                }));
  }

  /** Replaces a sleep by that of a wait which the rewritten class has as a field. */
  private static MethodEdit sleep(
      HadoopRewrite rewrite, String method, Long constant, String field, Class<?> wait) {
    return MethodEdit.sleep(
        method,
        constant,
        m -> {
          rewrite.get(m, field);
          call(m, wait, "sleep", "(J" + wait.descriptorString() + ")V");
        });
  }

  private static void call(MethodVisitor m, Class<?> owner, String name, String descriptor) {
    m.visitMethodInsn(INVOKESTATIC, Type.getInternalName(owner), name, descriptor, false);
  }
}
