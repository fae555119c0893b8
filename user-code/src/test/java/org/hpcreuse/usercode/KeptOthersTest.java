/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode;

import static org.assertj.core.api.Assertions.assertThat;

import org.hpcreuse.cleanup.boot.kept.KeptClasses;
import org.hpcreuse.usercode.kept.program.Below;
import org.hpcreuse.usercode.kept.program.BelowBare;
import org.hpcreuse.usercode.kept.program.ReadsShown;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Opcodes;

/** What classes of loaders that a program makes see of the kept classes. */
class KeptOthersTest {
  private final Copies loader = new Copies();
  private final KeptCode code = loader.code();

  @AfterEach
  void letGo() {
    Copies.letGo();
  }

  @Test
  void shouldShowAnotherLoadersClassTheFieldsAsNew() throws Exception {
    show(ReadsShown.class);
    code.forget();

    Class<?> other = rewritten(ReadsShown.class);

    assertThat(other.getMethod("show").invoke(null)).isEqualTo("new");
  }

  @Test
  void shouldInitialiseTheSuperclassOfAnotherLoadersClass() throws Exception {
    loader.show(Below.class);
    code.forget();
    Copies.journal();

    Class<?> other = rewritten(Below.class);

    assertThat(other.getMethod("show").invoke(null)).isEqualTo("Above ");
  }

  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_6, Opcodes.V17})
  void shouldInitialiseTheSuperclassOfAnotherLoadersClassWithoutInitialiser(int version)
      throws Exception {
    loader.show(BelowBare.class);
    code.forget();
    Copies.journal();

    loader.old = name(BelowBare.class);
    loader.version = version;
    Class<?> other = rewritten(BelowBare.class);

    assertThat(other.getMethod("show").invoke(null)).isEqualTo("Above ");
    assertThat(other.getMethod("show").invoke(null)).isEqualTo("Above ");
  }

  @Test
  void shouldInitialiseTheSuperclassOfAnotherLoadersClassThatIsNamed() throws Exception {
    loader.show(BelowBare.class);
    code.forget();
    Copies.journal();

    KeptClasses.used(
        new Copies.Other(loader)
            .define(BelowBare.class.getName(), loader.file(name(BelowBare.class)).orElseThrow()));

    assertThat(Copies.journal()).isEqualTo("Above ");
  }

  /** As OSGi's, which know the packages that a bundle imports. */
  private static final class Isolated extends ClassLoader {
    Isolated(ClassLoader parent) {
      super(parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith(KeptClasses.class.getPackageName())) {
        throw new ClassNotFoundException(name);
      }
      return super.loadClass(name, resolve);
    }
  }

  @Test
  void shouldLeaveAClassAloneWhoseLoaderDoesNotFindWhatItWouldAsk() throws Exception {
    show(ReadsShown.class);
    code.forget();

    byte[] file = loader.file(name(ReadsShown.class)).orElseThrow();

    assertThat(code.rewriteOthers(new Isolated(loader), file)).isNull();
    assertThat(code.forget())
        .contains(Isolated.class.getName() + " does not find " + KeptClasses.class.getName());
  }

  private String show(Class<?> type) throws ReflectiveOperationException {
    return loader.show(type);
  }

  /** The class again, of another loader. */
  private Class<?> rewritten(Class<?> type) {
    byte[] file = loader.file(name(type)).orElseThrow();
    return new Copies.Other(loader).define(type.getName(), code.rewriteOthers(loader, file));
  }

  private static String name(Class<?> type) {
    return Copies.name(type);
  }
}
