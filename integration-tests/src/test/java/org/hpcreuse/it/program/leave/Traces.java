/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.leave;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.CookieManager;
import java.net.ProxySelector;
import java.nio.charset.StandardCharsets;
import java.security.Provider;
import java.security.Security;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.logging.ConsoleHandler;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Leaves traces in its JVM, or shows what can be seen of another's: {@code Traces leave|show}. */
public final class Traces {
  private static final String NAME = "left.behind";
  private static int uses;

  private Traces() {}

  /** A provider that only this program knows. */
  static final class OwnProvider extends Provider {
    private static final long serialVersionUID = 1L;

    OwnProvider() {
      super(NAME, "1", "");
    }
  }

  /** Leaves or shows. */
  public static void main(String[] args) throws IOException, InterruptedException {
    if (args[0].equals("leave")) {
      leave();
    } else {
      show();
    }
  }

  private static void leave() throws IOException, InterruptedException {
    uses = 42;
    System.setProperty(NAME, "1");
    System.clearProperty("java.vendor");
    System.setProperty("line.separator", "!");
    Locale.setDefault(Locale.forLanguageTag("tr-TR"));
    TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
    Security.addProvider(new OwnProvider());
    Security.setProperty("networkaddress.cache.ttl", "17");
    Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.err.println(NAME));
    Logger.getLogger("").setLevel(Level.FINEST);
    Logger.getLogger("").addHandler(new ConsoleHandler());
    Authenticator.setDefault(new Authenticator() {});
    CookieHandler.setDefault(new CookieManager());
    ProxySelector.setDefault(null);
    Thread.currentThread().interrupt();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> uses++, NAME));
    ForkJoinPool.commonPool().submit(() -> Thread.currentThread().setName(NAME)).join();
    System.setOut(new PrintStream(new FileOutputStream(NAME), true, StandardCharsets.UTF_8));
    startThreads();
  }

  private static void startThreads() {
    for (boolean daemon : List.of(true, false)) {
      Thread thread = new Thread(Traces::waitForEver, NAME);
      thread.setDaemon(daemon);
      thread.start();
    }
    System.exit(0);
  }

  private static void waitForEver() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void show() {
    print("uses", uses);
    print("property", System.getProperty(NAME));
    print("vendor", System.getProperty("java.vendor"));
    print("separator", System.lineSeparator().length() + System.getProperty("line.separator"));
    print("locale", Locale.getDefault() + "/" + Locale.getDefault(Locale.Category.FORMAT));
    print("zone", TimeZone.getDefault().getID());
    print("providers", Arrays.toString(Security.getProviders()));
    print("ttl", Security.getProperty("networkaddress.cache.ttl"));
    print("handler", Thread.getDefaultUncaughtExceptionHandler());
    print("log-level", Logger.getLogger("").getLevel());
    print("log-handlers", Logger.getLogger("").getHandlers().length);
    print("authenticator", Authenticator.getDefault());
    print("cookies", CookieHandler.getDefault());
    print("proxies", ProxySelector.getDefault() == null);
    print("interrupted", Thread.currentThread().isInterrupted());
    print("out", System.out.getClass());
    print("threads", threadNames());
    print("context", Thread.currentThread().getContextClassLoader() == loader());
    print("system-loader", ClassLoader.getSystemClassLoader() == loader());
  }

  private static ClassLoader loader() {
    return Traces.class.getClassLoader();
  }

  /** Those of the slot itself may come and go. */
  private static Set<String> threadNames() {
    Set<String> names = new TreeSet<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getThreadGroup() == Thread.currentThread().getThreadGroup()
          || thread.getName().equals(NAME)) {
        names.add(thread.getName());
      }
    }
    return names;
  }

  private static void print(String name, Object value) {
    System.out.print(name + "=" + value + "\n");
  }
}
