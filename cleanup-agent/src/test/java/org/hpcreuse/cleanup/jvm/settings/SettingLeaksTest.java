/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hpcreuse.cleanup.LeakCase.leak;

import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.CookieManager;
import java.net.ProxySelector;
import java.net.URL;
import java.security.Security;
import java.util.Locale;
import java.util.TimeZone;
import java.util.prefs.Preferences;
import java.util.stream.Stream;
import org.hpcreuse.cleanup.LeakCase;
import org.hpcreuse.cleanup.LeakCases;
import org.hpcreuse.cleanup.state.LoaderFields;
import org.hpcreuse.cleanup.user.UserProvider;

/** What containers set in the JDK. */
class SettingLeaksTest extends LeakCases {
  private static final ClassLoader FRAMEWORK = SettingLeaksTest.class.getClassLoader();

  @Override
  protected Stream<LeakCase<?, ?>> leaks() {
    return Stream.of(
        leak("a system property")
            .without(SystemProperties.class)
            .container(() -> System.setProperty("first.container", "was here"))
            .look(() -> System.getProperty("first.container"))
            .leftOut(value -> assertThat(value).isEqualTo("was here"))
            .released(value -> assertThat(value).isNull()),
        leak("the default time zone")
            .without(DefaultTimeZone.class)
            .container(() -> TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Apia")))
            .look(() -> TimeZone.getDefault().getID())
            .leftOut(zone -> assertThat(zone).isEqualTo("Pacific/Apia"))
            .released(zone -> assertThat(zone).isNotEqualTo("Pacific/Apia")),
        leak("the default locale")
            .without(Locales.class)
            .container(() -> Locale.setDefault(Locale.forLanguageTag("ar-EG")))
            .look(() -> Locale.getDefault(Locale.Category.FORMAT).getLanguage())
            .leftOut(language -> assertThat(language).isEqualTo("ar"))
            .released(language -> assertThat(language).isNotEqualTo("ar")),
        leak("the assertions that a loader switches on")
            .without(AssertionStatus.class)
            .given(SettingLeaksTest::assertsByDefault)
            .container(before -> setAssertions(!before))
            .look(SettingLeaksTest::assertsByDefault)
            .leftOut((before, now) -> assertThat(now).isEqualTo(!before))
            .released((before, now) -> assertThat(now).isEqualTo(before))
            .audited(new AssertionStatus()),
        leak("a security property")
            .without(SecurityProperties.class)
            .container(() -> Security.setProperty("first.container", "was here"))
            .look(() -> Security.getProperty("first.container"))
            .leftOut(value -> assertThat(value).isNotNull())
            .released(value -> assertThat(value).isNull()),
        leak("a security provider")
            .without(SecurityProviders.class)
            .container(UserProvider.class)
            .look(() -> Security.getProvider("user"))
            .leftOut(provider -> assertThat(provider).isNotNull())
            .released(provider -> assertThat(provider).isNull()),
        leak("the source of passwords")
            .without(PasswordSource.class)
            .given(() -> new Authenticator() {})
            .container(Authenticator::setDefault)
            .look(Authenticator::getDefault)
            .leftOut((first, now) -> assertThat(now).isSameAs(first))
            .released((first, now) -> assertThat(now).isNotSameAs(first)),
        leak("the handler of cookies")
            .without(Cookies.class)
            .given(() -> new CookieManager())
            .container(CookieHandler::setDefault)
            .look(CookieHandler::getDefault)
            .leftOut((first, now) -> assertThat(now).isSameAs(first))
            .released((first, now) -> assertThat(now).isNotSameAs(first)),
        leak("the selector of proxies")
            .without(Proxies.class)
            .given(() -> ProxySelector.of(null))
            .container(ProxySelector::setDefault)
            .look(ProxySelector::getDefault)
            .leftOut((first, now) -> assertThat(now).isSameAs(first))
            .released((first, now) -> assertThat(now).isNotSameAs(first)),
        leak("the factory of URL handlers, which can be set once")
            .without(UrlHandlers.class)
            .container(() -> URL.setURLStreamHandlerFactory(protocol -> null))
            .look(SettingLeaksTest::refusesAnotherUrlFactory)
            .leftOut(refuses -> assertThat(refuses).isTrue())
            .released(refuses -> assertThat(refuses).isFalse()),
        leak("the tree of preferences")
            .without(PreferenceTrees.class)
            .containerGets(Preferences::userRoot)
            .look(Preferences::userRoot)
            .leftOut((first, now) -> assertThat(now).isSameAs(first))
            .released((first, now) -> assertThat(now).isNotSameAs(first)));
  }

  private static boolean assertsByDefault() {
    return (Boolean) LoaderFields.getFlag(FRAMEWORK, "defaultAssertionStatus");
  }

  private static void setAssertions(boolean byDefault) {
    FRAMEWORK.setDefaultAssertionStatus(byDefault);
    FRAMEWORK.setPackageAssertionStatus("left.behind", true);
    FRAMEWORK.setPackageAssertionStatus(null, true);
    FRAMEWORK.setClassAssertionStatus("left.behind.Class", true);
  }

  private static boolean refusesAnotherUrlFactory() {
    try {
      URL.setURLStreamHandlerFactory(protocol -> null);
      return false;
    } catch (Error alreadyDefined) {
      return true;
    }
  }
}
