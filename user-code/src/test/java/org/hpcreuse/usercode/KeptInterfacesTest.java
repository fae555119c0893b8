/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ObjectStreamClass;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.hpcreuse.cleanup.boot.kept.KeptClasses;
import org.hpcreuse.usercode.kept.program.Link;
import org.hpcreuse.usercode.kept.program.NamesHeir;
import org.hpcreuse.usercode.kept.program.ReadsLabels;
import org.hpcreuse.usercode.kept.program.ReadsLink;
import org.hpcreuse.usercode.kept.program.ReadsStamped;
import org.hpcreuse.usercode.kept.program.Stamped;
import org.hpcreuse.usercode.kept.program.UsesStore;
import org.hpcreuse.usercode.kept.program.Voices;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** The fields of an interface are as in a new JVM for each container, whoever reads them. */
class KeptInterfacesTest {
  private final Copies loader = new Copies();
  private final KeptCode code = loader.code();

  @AfterEach
  void letGo() {
    Copies.letGo();
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Link.class,
        UsesStore.class,
        ReadsLabels.class,
        ReadsStamped.class,
        Stamped.class,
        Voices.class
      })
  void shouldShowTheNextContainerWhatItHasShownTheFirst(Class<?> type) throws Exception {
    String first = loader.show(type);
    String journal = Copies.journal();

    for (int container = 0; container < 3; container++) {
      assertThat(code.forget()).isEmpty();
      assertThat(loader.show(type)).isEqualTo(first);
      assertThat(Copies.journal()).isEqualTo(journal);
    }
  }

  @Test
  void shouldRunTheInitialiserInTheInterface() throws Exception {
    assertThat(loader.show(Voices.class)).isEqualTo("hello Voices " + Voices.class.getName());
  }

  @Test
  void shouldInitialiseAnInterfaceWhenItsMethodIsCalled() throws Exception {
    loader.show(Stamped.class);

    assertThat(Copies.journal()).isEqualTo("Stamped ");
  }

  @Test
  void shouldInitialiseAnInterfaceThatIsAskedForByName() throws Exception {
    loader.show(Stamped.class);
    code.forget();
    Copies.journal();

    KeptClasses.used(loader.loadClass(Stamped.class.getName()), true);

    assertThat(Copies.journal()).isEqualTo("Stamped ");
  }

  @Test
  void shouldInitialiseAnInterfaceWhoseFieldIsLookedUpByAClassThatInheritsIt() throws Exception {
    loader.show(ReadsStamped.class);
    code.forget();
    Copies.journal();

    KeptClasses.used(loader.loadClass(ReadsStamped.class.getName()), "LENGTH", int.class);

    assertThat(Copies.journal()).isEqualTo("Stamped ");
  }

  @Test
  void shouldShowAllOthersTheFieldsOnceTheInterfaceIsInitialised() throws Exception {
    loader.show(Link.class);
    Field links = loader.loadClass(Link.class.getName()).getField("LINKS");
    assertThat(links.get(null)).hasToString("[one]");

    assertThat(code.forget()).isEmpty();
    assertThat(links.get(null)).as("nobody has used it").isNull();
    loader.show(Link.class);
    assertThat(links.get(null)).hasToString("[one]");
  }

  @Test
  void shouldShowReflectionTheFieldsAsNew() throws Exception {
    loader.show(Link.class);
    Field links = loader.loadClass(Link.class.getName()).getField("LINKS");

    assertThat(code.forget()).isEmpty();
    KeptClasses.used(links);
    assertThat(links.get(null)).hasToString("[]");
  }

  @Test
  void shouldKeepTheSerialVersion() throws Exception {
    Class<?> kept = loader.loadClass(Voices.class.getName());

    assertThat(ObjectStreamClass.lookup(kept).getSerialVersionUID())
        .isEqualTo(ObjectStreamClass.lookup(Voices.class).getSerialVersionUID());
  }

  @ParameterizedTest
  @ValueSource(classes = {ReadsLink.class, UsesStore.class, NamesHeir.class, ReadsStamped.class})
  void shouldShowAnotherLoadersClassTheFieldsAsNew(Class<?> type) throws Exception {
    String first = loader.show(type);
    code.forget();

    assertThat(showOthers(type)).isEqualTo(first);
  }

  @Test
  void shouldShowAnotherLoadersClassTheFieldsOfAnInterfaceAboveAClassWithoutFile()
      throws Exception {
    String first = loader.show(ReadsStamped.class);
    code.forget();
    Copies.Other other = new Copies.Other(loader);
    byte[] made = madeHeir();
    other.define("org.hpcreuse.usercode.kept.program.MadeHeir", made);
    byte[] reads = readsMadeHeir();

    Class<?> type =
        other.define(
            "org.hpcreuse.usercode.kept.program.ReadsMade", code.rewriteOthers(loader, reads));

    assertThat(first).startsWith((String) type.getMethod("show").invoke(null));
  }

  private static byte[] madeHeir() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(
        Opcodes.V17,
        Opcodes.ACC_PUBLIC,
        "org/hpcreuse/usercode/kept/program/MadeHeir",
        null,
        "java/lang/Object",
        new String[] {Copies.name(Stamped.class)});
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static byte[] readsMadeHeir() {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    String name = "org/hpcreuse/usercode/kept/program/ReadsMade";
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    var show = writer.visitMethod(access, "show", "()Ljava/lang/String;", null, null);
    show.visitCode();
    show.visitFieldInsn(
        Opcodes.GETSTATIC,
        "org/hpcreuse/usercode/kept/program/MadeHeir",
        "STAMP",
        "Ljava/lang/String;");
    show.visitInsn(Opcodes.ARETURN);
    show.visitMaxs(0, 0);
    show.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_4, Opcodes.V1_6})
  void shouldShowAnotherLoadersOldClassTheFieldsAsNew(int version) throws Exception {
    String first = loader.show(ReadsLink.class);
    code.forget();

    loader.old = Copies.name(ReadsLink.class);
    loader.version = version;
    assertThat(showOthers(ReadsLink.class)).isEqualTo(first);
  }

  /** The type of a field that nobody reads need not be there. */
  @Test
  void shouldShowTheFieldsBesideOneWhoseTypeIsMissing() throws Throwable {
    loader.add("org/hpcreuse/usercode/kept/program/Made", madeWithMissing());
    Class<?> made = loader.loadClass("org.hpcreuse.usercode.kept.program.Made");

    KeptClasses.used(made, "TIME", long.class);
    MethodHandle time = MethodHandles.publicLookup().findStaticGetter(made, "TIME", long.class);
    assertThat((long) time.invokeExact()).isNotZero();

    assertThat(code.forget()).isEmpty();
    assertThat((long) time.invokeExact()).isZero();
  }

  @Test
  void shouldShowAnotherLoadersClassTheFieldsOfThatLoadersInterface() throws Exception {
    loader.show(Link.class);
    Copies.Other other = new Copies.Other(Copies.class.getClassLoader());
    byte[] link = loader.file(Copies.name(Link.class)).orElseThrow();
    other.define(Link.class.getName(), link);

    assertThat(showOthers(ReadsLink.class, other)).isEqualTo("[]");
  }

  @Test
  void shouldRunWithAnInterfaceThatIsNotWhatItsNeighboursTakeItFor() throws Exception {
    String name = Copies.name(Stamped.class);
    byte[] other = withField(loader.file(name).orElseThrow());
    loader.defineClass(Stamped.class.getName(), code.rewrite(name, other, other));

    assertThat(loader.show(ReadsStamped.class)).isEqualTo("Stamped 7");
    assertThat(Copies.journal()).isEqualTo("Stamped ");
    assertThat(code.forget()).contains(Stamped.class.getName() + " is not what the class path has");
  }

  private static byte[] withField(byte[] file) {
    ClassWriter writer = new ClassWriter(0);
    new ClassReader(file).accept(writer, 0);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
    writer.visitField(access, "more", "I", null, null).visitEnd();
    return writer.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_4, Opcodes.V1_7, Opcodes.V1_8, Opcodes.V9})
  void shouldKeepAnInterfaceOfAnyVersion(int version) throws Exception {
    byte[] file = made(version);
    loader.add("org/hpcreuse/usercode/kept/program/Made", file);

    Class<?> made = loader.loadClass("org.hpcreuse.usercode.kept.program.Made");
    Field time = made.getField("TIME");
    KeptClasses.used(time);
    long first = time.getLong(null);
    assertThat(first).isNotZero();

    assertThat(code.forget()).isEmpty();
    assertThat(time.getLong(null)).isZero();
    KeptClasses.used(time);
    assertThat(time.getLong(null)).isNotEqualTo(first).isNotZero();
  }

  private static byte[] made(int version) {
    return made(version, "J");
  }

  private static byte[] madeWithMissing() {
    return made(Opcodes.V17, "Lmissing/Type;");
  }

  /** With a field of that type beside the one that it fills. */
  private static byte[] made(int version, String besideType) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT;
    writer.visit(
        version, access, "org/hpcreuse/usercode/kept/program/Made", null, "java/lang/Object", null);
    int field = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
    writer.visitField(field, "TIME", "J", null, null).visitEnd();
    writer.visitField(field, "BESIDE", besideType, null, null).visitEnd();
    var code = writer.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
    code.visitCode();
    code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/System", "nanoTime", "()J", false);
    code.visitFieldInsn(Opcodes.PUTSTATIC, "org/hpcreuse/usercode/kept/program/Made", "TIME", "J");
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  private String showOthers(Class<?> type) throws Exception {
    return showOthers(type, new Copies.Other(loader));
  }

  private String showOthers(Class<?> type, Copies.Other other) throws Exception {
    byte[] file = loader.file(Copies.name(type)).orElseThrow();
    Method show = other.define(type.getName(), code.rewriteOthers(loader, file)).getMethod("show");
    return (String) show.invoke(null);
  }
}
