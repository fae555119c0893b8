/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import static org.objectweb.asm.Opcodes.ACONST_NULL;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ARETURN;
import static org.objectweb.asm.Opcodes.ASTORE;
import static org.objectweb.asm.Opcodes.CHECKCAST;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.GETFIELD;
import static org.objectweb.asm.Opcodes.GETSTATIC;
import static org.objectweb.asm.Opcodes.ILOAD;
import static org.objectweb.asm.Opcodes.INVOKEINTERFACE;
import static org.objectweb.asm.Opcodes.INVOKESPECIAL;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.INVOKEVIRTUAL;
import static org.objectweb.asm.Opcodes.NEW;
import static org.objectweb.asm.Opcodes.POP;
import static org.objectweb.asm.Opcodes.PUTFIELD;
import static org.objectweb.asm.Opcodes.RETURN;

import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * How Hadoop's {@code Configuration} comes to ask {@link KnownResources}. It and its parser get
 * methods that call what is private or package-private in them.
 */
public final class ConfigurationRewrites {
  private static final String CONFIGURATION = "org/apache/hadoop/conf/Configuration";
  private static final String PARSER = CONFIGURATION + "$Parser";
  private static final String RESOURCE = CONFIGURATION + "$Resource";
  private static final String ITEM = CONFIGURATION + "$ParsedItem";
  private static final String OBJECT = "Ljava/lang/Object;";
  private static final String STRING = "Ljava/lang/String;";
  private static final String LIST = "Ljava/util/List;";
  private static final String PROPERTIES = "Ljava/util/Properties;";
  private static final String LOGGER = "org/slf4j/Logger";
  private static final String READER = "Lorg/codehaus/stax2/XMLStreamReader2;";

  private ConfigurationRewrites() {}

  /** All of them. */
  public static List<HadoopRewrite> all() {
    return List.of(configuration(), parser());
  }

  private static HadoopRewrite configuration() {
    return new HadoopRewrite(CONFIGURATION)
        .as(KnownResources.Target.class)
        .needing("LOG", "L" + LOGGER + ";")
        .withMethod("hpcReuseParser(" + OBJECT + "Z)" + OBJECT, ConfigurationRewrites::newParser)
        .withMethod(
            "hpcReuseLoad(" + PROPERTIES + OBJECT + ")V", ConfigurationRewrites::loadProperty)
        .changing(
            MethodEdit.nullIf(
                "loadResource",
                "(" + PROPERTIES + "L" + RESOURCE + ";Z)L" + RESOURCE + ";",
                ConfigurationRewrites::isLoaded));
  }

  private static void isLoaded(MethodVisitor m) {
    m.visitVarInsn(ALOAD, 0);
    m.visitVarInsn(ALOAD, 1);
    m.visitVarInsn(ALOAD, 2);
    m.visitVarInsn(ALOAD, 2);
    m.visitMethodInsn(INVOKEVIRTUAL, RESOURCE, "getResource", "()" + OBJECT, false);
    m.visitVarInsn(ILOAD, 3);
    m.visitFieldInsn(GETSTATIC, CONFIGURATION, "LOG", "L" + LOGGER + ";");
    m.visitMethodInsn(INVOKEINTERFACE, LOGGER, "isDebugEnabled", "()Z", true);
    m.visitMethodInsn(
        INVOKESTATIC,
        Type.getInternalName(KnownResources.class),
        "load",
        "(" + OBJECT + PROPERTIES + OBJECT + OBJECT + "ZZ)Z",
        false);
  }

  /** As loadResource makes it, without a stream. */
  private static void newParser(MethodVisitor m) {
    m.visitTypeInsn(NEW, PARSER);
    m.visitInsn(DUP);
    m.visitVarInsn(ALOAD, 0);
    m.visitInsn(ACONST_NULL);
    m.visitVarInsn(ALOAD, 1);
    m.visitTypeInsn(CHECKCAST, RESOURCE);
    m.visitVarInsn(ILOAD, 2);
    m.visitMethodInsn(
        INVOKESPECIAL,
        PARSER,
        "<init>",
        "(L" + CONFIGURATION + ";" + READER + "L" + RESOURCE + ";Z)V",
        false);
    m.visitInsn(ARETURN);
  }

  /** As loadResource does with each item of the parser. */
  private static void loadProperty(MethodVisitor m) {
    int item = 3;
    m.visitVarInsn(ALOAD, 2);
    m.visitTypeInsn(CHECKCAST, ITEM);
    m.visitVarInsn(ASTORE, item);
    m.visitVarInsn(ALOAD, 0);
    m.visitVarInsn(ALOAD, 1);
    for (String text : List.of("name", "key", "value")) {
      m.visitVarInsn(ALOAD, item);
      m.visitFieldInsn(GETFIELD, ITEM, text, STRING);
    }
    m.visitVarInsn(ALOAD, item);
    m.visitFieldInsn(GETFIELD, ITEM, "isFinal", "Z");
    m.visitVarInsn(ALOAD, item);
    m.visitFieldInsn(GETFIELD, ITEM, "sources", "[" + STRING);
    m.visitMethodInsn(
        INVOKESPECIAL,
        CONFIGURATION,
        "loadProperty",
        "(" + PROPERTIES + STRING + STRING + STRING + "Z[" + STRING + ")V",
        false);
    m.visitInsn(RETURN);
  }

  private static HadoopRewrite parser() {
    HadoopRewrite rewrite = new HadoopRewrite(PARSER);
    return rewrite
        .as(KnownResources.Parser.class)
        .needing("confName", STRING)
        .needing("confValue", STRING)
        .needing("confFinal", "Z")
        .needing("confTag", STRING)
        .needing("confSource", LIST)
        .needing("results", LIST)
        .withGetter("hpcReuseItems", List.class, "results")
        .withMethod(
            "hpcReuseProperty(" + STRING + STRING + "Z" + STRING + LIST + ")V",
            m -> property(m, rewrite));
  }

  /** What parsing leaves in the fields, and then the end of the element. */
  private static void property(MethodVisitor m, HadoopRewrite rewrite) {
    put(m, ALOAD, 1, "confName", STRING);
    put(m, ALOAD, 2, "confValue", STRING);
    put(m, ILOAD, 3, "confFinal", "Z");
    put(m, ALOAD, 4, "confTag", STRING);
    rewrite.get(m, "confSource");
    m.visitMethodInsn(INVOKEINTERFACE, "java/util/List", "clear", "()V", true);
    rewrite.get(m, "confSource");
    m.visitVarInsn(ALOAD, 5);
    m.visitMethodInsn(
        INVOKEINTERFACE, "java/util/List", "addAll", "(Ljava/util/Collection;)Z", true);
    m.visitInsn(POP);
    m.visitVarInsn(ALOAD, 0);
    m.visitMethodInsn(INVOKEVIRTUAL, PARSER, "handleEndProperty", "()V", false);
    m.visitInsn(RETURN);
  }

  private static void put(
      MethodVisitor m, int load, int parameter, String field, String descriptor) {
    m.visitVarInsn(ALOAD, 0);
    m.visitVarInsn(load, parameter);
    m.visitFieldInsn(PUTFIELD, PARSER, field, descriptor);
  }
}
