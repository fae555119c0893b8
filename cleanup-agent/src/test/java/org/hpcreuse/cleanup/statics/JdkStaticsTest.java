/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.lang.reflect.Field;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.hpcreuse.cleanup.state.Residue;
import org.junit.jupiter.api.Test;

class JdkStaticsTest {
  private static final String PROPERTY = "some.property";

  private final boolean followsRedirects = HttpURLConnection.getFollowRedirects();
  private final List<Class<?>> loaded = new ArrayList<>(List.of(HttpURLConnection.class));
  private final JdkStatics statics =
      new JdkStatics(() -> loaded.toArray(new Class<?>[0]), Set.of(), "");

  @Test
  void shouldNameAFieldThatIsAnother() {
    HttpURLConnection.setFollowRedirects(!followsRedirects);
    try {
      assertThat(statics.residue())
          .extracting(Residue::where, Residue::allowedBy)
          .containsExactly(tuple("java.net.HttpURLConnection.followRedirects", ""));
    } finally {
      HttpURLConnection.setFollowRedirects(followsRedirects);
    }
    assertThat(statics.residue()).isEmpty();
  }

  @Test
  void shouldNameAFieldWhoseContentIsAnother() {
    loaded.add(System.class);
    assertThat(statics.residue()).isEmpty();
    System.setProperty(PROPERTY, "value");
    try {
      assertThat(statics.residue())
          .extracting(Residue::where)
          .containsExactly("java.lang.System.props");
    } finally {
      System.clearProperty(PROPERTY);
    }
    assertThat(statics.residue()).isEmpty();
  }

  /** A rule for a field that is not there would be one that nobody has looked at. */
  @Test
  void shouldHaveRulesForFieldsThatExist() {
    assertThat(JdkStatics.rules().keySet()).isNotEmpty().allMatch(JdkStaticsTest::exists);
    assertThat(JdkStatics.rules().values()).allMatch(rule -> rule.matches("[a-z]+: .+"));
  }

  private static boolean exists(String place) {
    if (place.endsWith(".*")) {
      return true; // a newer JDK may have that class
    }
    if (place.endsWith(".**")) {
      String name = place.substring(0, place.length() - 3);
      return ModuleLayer.boot().modules().stream()
          .anyMatch(module -> module.getPackages().contains(name));
    }
    int dot = place.lastIndexOf('.');
    try {
      Class<?> type =
          Class.forName(place.substring(0, dot), false, ClassLoader.getPlatformClassLoader());
      for (Field field : JdkStatics.declared(type)) {
        if (field.getName().equals(place.substring(dot + 1))) {
          return true;
        }
      }
      return false;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
