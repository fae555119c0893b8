/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program;

import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.logging.Level;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.thirdparty.com.google.common.base.Enums;

/** Shows what libraries of the framework and the JDK keep by its classes and by its loader. */
public final class HeldByOthers {
  private static final List<String> MADE = new ArrayList<>();

  private HeldByOthers() {}

  private enum Colour {
    RED
  }

  /** JNDI keeps it by the loader. */
  public static final class Makes implements InitialContextFactory {
    private int contexts;

    /** The JDK makes it. */
    public Makes() {
      MADE.add("factory");
    }

    @Override
    public Context getInitialContext(Hashtable<?, ?> environment) throws NamingException {
      MADE.add("context " + ++contexts);
      return new InitialContext(true) {};
    }
  }

  /** Finds a bundle in its own way, in the name of the framework. */
  private static final class Finds extends ResourceBundle.Control {
    @Override
    public ResourceBundle newBundle(
        String name, Locale locale, String format, ClassLoader loader, boolean reload) {
      MADE.add("bundle");
      return new java.util.ListResourceBundle() {
        @Override
        protected Object[][] getContents() {
          return new Object[0][];
        }
      };
    }
  }

  /** Has a level of its own. */
  private static final class Loud extends Level {
    private static final long serialVersionUID = 1;

    Loud() {
      super("LOUD", 4711);
    }
  }

  /** Shows it. */
  @SuppressWarnings({
    "JdkObsolete",
    "ReferenceEquality"
  }) // JNDI's own; which object is the question
  public static void main(String[] args) throws NamingException {
    System.out.println("class=" + System.identityHashCode(HeldByOthers.class));
    System.out.println("enum=" + (Enums.getIfPresent(Colour.class, "RED").get() == Colour.RED));
    Hashtable<String, String> environment = new Hashtable<>();
    environment.put(Context.INITIAL_CONTEXT_FACTORY, Makes.class.getName());
    new InitialContext(environment);
    ResourceBundle.getBundle(
        "left.Behind", Locale.ROOT, Configuration.class.getClassLoader(), new Finds());
    System.out.println("level=" + (new Loud() == Level.parse("LOUD")));
    System.out.println("made=" + MADE);
  }
}
