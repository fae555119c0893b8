/* SPDX-License-Identifier: Apache-2.0 */

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;

/** The program of clients.bats; its first argument says what it does. */
public final class Program {
  private static String left = "nothing";

  private Program() {}

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "exit" -> System.exit(Integer.parseInt(args[1]));
      case "streams" -> {
        System.out.println("to stdout");
        System.err.println("to stderr");
      }
      case "cat" -> {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          System.out.println("read " + line);
        }
      }
      case "line" ->
          System.out.println(new BufferedReader(new InputStreamReader(System.in), 1).readLine());
      case "context" -> {
        System.out.println(System.getProperty("user.dir") + " " + Path.of("x").toAbsolutePath());
        System.out.println(System.getenv("CLIENT_TEST") + " " + System.getenv("HADOOP_CONF_DIR"));
        System.out.println(System.getProperty("client.test"));
        System.out.println(args.length + " " + String.join("|", args));
        System.out.println(left + " " + System.getProperty("left"));
        left = "a static";
        System.setProperty("left", "a property");
        Files.writeString(Path.of(args[1]), "made");
      }
      case "throw" -> throw new IllegalStateException("thrown", new RuntimeException("cause"));
      case "flood" -> {
        byte[] block = new byte[65536];
        for (int i = 0; i < 10_000 && !System.out.checkError(); i++) {
          System.out.write(block);
        }
        System.err.println("stopped by " + (System.out.checkError() ? "an error" : "its end"));
      }
      case "wait", "read" -> {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        Files.writeString(Path.of(args[1]), Long.toString(ProcessHandle.current().pid()));
        if (args[0].equals("read")) {
          System.in.read();
        }
        Thread.sleep(600_000);
      }
      default -> throw new IllegalArgumentException(args[0]);
    }
  }
}
