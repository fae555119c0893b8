/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile;

import java.nio.channels.spi.SelectorProvider;
import java.security.Security;
import java.util.Arrays;
import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.Properties;
import java.util.ResourceBundle;
import java.util.TimeZone;
import java.util.prefs.BackingStoreException;
import java.util.prefs.Preferences;
import javax.naming.NamingException;
import javax.naming.spi.NamingManager;
import javax.net.ssl.SSLContext;
import org.apache.hadoop.conf.Configuration;

public final class AbusesSettings {
  private AbusesSettings() {}

  /** Leaves a resource bundle of its own in the cache, under a name that others may use. */
  public static final class FillsBundles {
    public static void main(String[] args) {
      ResourceBundle.getBundle(Texts.class.getName());
    }

    /** Its texts. */
    public static final class Texts extends ListResourceBundle {
      @Override
      protected Object[][] getContents() {
        return new Object[][] {{"left", "behind"}};
      }
    }
  }

  /** Leaves a listener with the tree of preferences. */
  public static final class ListensToPreferences {
    public static void main(String[] args) {
      System.setProperty("java.util.prefs.userRoot", System.getProperty("user.dir"));
      Preferences.userRoot().addPreferenceChangeListener(event -> {});
    }
  }

  /** Leaves assertions switched on in the loaders that stay. */
  public static final class SetsAssertions {
    public static void main(String[] args) {
      for (ClassLoader at = Configuration.class.getClassLoader(); at != null; at = at.getParent()) {
        at.setDefaultAssertionStatus(true);
        at.setPackageAssertionStatus("left.behind", true);
      }
      ClassLoader.getSystemClassLoader().setClassAssertionStatus("left.behind.Class", true);
    }
  }

  /** Leaves Turkish as the language of everything. */
  public static final class SetsLocale {
    public static void main(String[] args) {
      Locale.setDefault(Locale.forLanguageTag("tr-TR"));
      Locale.setDefault(Locale.Category.FORMAT, Locale.GERMANY);
    }
  }

  /** Leaves makers of contexts and objects for JNDI, which can be set but once. */
  public static final class SetsNaming {
    /** Leaves them. */
    public static void main(String[] args) throws NamingException {
      NamingManager.setInitialContextFactoryBuilder(environment -> null);
      NamingManager.setObjectFactoryBuilder((object, environment) -> null);
    }
  }

  /** Leaves system properties added, changed and removed, and another Properties object. */
  public static final class SetsProperties {
    public static void main(String[] args) {
      System.setProperty("left.behind", "1");
      System.setProperty("line.separator", "!");
      System.setProperty("file.encoding", "UTF-16");
      System.clearProperty("java.vendor");
      Properties copy = new Properties();
      copy.putAll(System.getProperties());
      copy.setProperty("only.in.copy", "1");
      System.setProperties(copy);
    }
  }

  /**
   * Leaves the JDK with what it has read once under settings of its own, and with what has failed.
   */
  public static final class SetsReadOnce {
    public static void main(String[] args) throws Exception {
      Security.setProperty("jdk.tls.disabledAlgorithms", "");
      System.setProperty("java.util.Arrays.useLegacyMergeSort", "true");
      System.setProperty("java.nio.channels.spi.SelectorProvider", "no.such.Provider");
      SSLContext.getDefault().getDefaultSSLParameters();
      Arrays.sort(new Integer[] {2, 1});
      try {
        SelectorProvider.provider();
      } catch (LinkageError | java.util.ServiceConfigurationError e) {
        System.err.println("as it should be: " + e);
      }
    }
  }

  /** Leaves another default time zone. */
  public static final class SetsTimeZone {
    public static void main(String[] args) {
      TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
      System.setProperty("user.timezone", "Asia/Tokyo");
    }
  }

  /** Leaves preferences and the timer and hook that save them. */
  public static final class UsesPreferences {
    public static void main(String[] args) throws BackingStoreException {
      System.setProperty("java.util.prefs.userRoot", System.getProperty("user.dir"));
      Preferences.userRoot().node("left-behind").put("left", "behind");
      Preferences.userRoot().flush();
    }
  }
}
