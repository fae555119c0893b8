/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.protobuf;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import org.apache.hadoop.thirdparty.protobuf.DescriptorProtos.FileDescriptorProto;
import org.apache.hadoop.thirdparty.protobuf.DescriptorProtos.FileOptions;
import org.apache.hadoop.thirdparty.protobuf.ExtensionRegistryLite;
import org.apache.hadoop.thirdparty.protobuf.TextFormat;
import org.hpcreuse.workload.foreign.Neighbour;

/** Uses the protocol buffers that Hadoop has under a name of its own. */
public final class Messages {
  private Messages() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      ExtensionRegistryLite.setEagerlyParseMessageSets(true);
      FileDescriptorProto.getDefaultInstance().getSerializedSize();
    }
    print("eager", ExtensionRegistryLite.isEagerlyParseMessageSets());
    FileDescriptorProto message =
        FileDescriptorProto.newBuilder()
            .setName("n")
            .addDependency("d")
            .setOptions(FileOptions.newBuilder().setJavaPackage("p"))
            .build();
    print("size", message.toByteArray().length);
    print("text", TextFormat.printer().shortDebugString(message));
    print("back", FileDescriptorProto.parseFrom(message.toByteArray()).equals(message));
    print(
        "default",
        FileDescriptorProto.getDefaultInstance().hashCode()
            == FileDescriptorProto.newBuilder().build().hashCode());
    print("fields", FileDescriptorProto.getDescriptor().getFields().size());
  }
}
