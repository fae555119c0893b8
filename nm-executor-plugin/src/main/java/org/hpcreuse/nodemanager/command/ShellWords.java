/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.command;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hpcreuse.nodemanager.command.ShellCommand.Target;
import org.hpcreuse.protocol.NotEligibleException;

/**
 * Splits one simple command as {@code bash -c} does: words, quotes, backslashes, variables, and
 * redirections of the descriptors 1 and 2. A pattern for file names is taken for the word itself; a
 * {@link Glob} tells whether it is. Everything else is not understood.
 */
final class ShellWords {
  private static final Pattern REDIRECTION = Pattern.compile("([0-9]*)>(&|>)?");
  private static final Pattern ASSIGNMENT = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*\\+?=.*");
  private static final String FORBIDDEN = ";&|<()`{}~\n";
  private static final String WILDCARDS = "*?[";

  private final String text;
  private final ShellVariables variables;
  private final List<String> words = new ArrayList<>();
  private final List<Glob> globs = new ArrayList<>();
  private Target stdout = Target.INHERITED;
  private Target stderr = Target.INHERITED;
  private int at;

  private ShellWords(String text, ShellVariables variables) {
    this.text = text;
    this.variables = variables;
  }

  static ShellCommand parse(String text, ShellVariables variables) throws NotEligibleException {
    return new ShellWords(text, variables).run();
  }

  private ShellCommand run() throws NotEligibleException {
    for (skipBlanks(); at < text.length(); skipBlanks()) {
      Matcher redirection = REDIRECTION.matcher(text).region(at, text.length());
      if (redirection.lookingAt()) {
        at = redirection.end();
        redirect(redirection.group(1), redirection.group(2));
      } else {
        int start = at;
        String word = word();
        if (words.isEmpty() && ASSIGNMENT.matcher(text.substring(start, at)).matches()) {
          throw NotEligibleException.syntax("assignment before the command");
        }
        words.add(word);
      }
    }
    if (words.isEmpty()) {
      throw NotEligibleException.syntax("no command");
    }
    return new ShellCommand(List.copyOf(words), List.copyOf(globs), stdout, stderr);
  }

  private void redirect(String number, String operator) throws NotEligibleException {
    skipBlanks();
    if (at == text.length()) {
      throw NotEligibleException.syntax("redirection without a file");
    }
    String word = word();
    Target target;
    if ("&".equals(operator)) {
      target =
          switch (word) {
            case "1" -> stdout;
            case "2" -> stderr;
            default -> throw NotEligibleException.syntax("redirection >&" + word);
          };
      if (target.file().isEmpty()) {
        throw NotEligibleException.syntax("redirection >&" + word + " to an inherited descriptor");
      }
    } else if (word.isEmpty()) {
      throw NotEligibleException.syntax("redirection to an empty name");
    } else {
      target = new Target(word, ">".equals(operator));
    }
    switch (number) {
      case "", "1" -> stdout = target;
      case "2" -> stderr = target;
      default -> throw NotEligibleException.syntax("redirection of descriptor " + number);
    }
  }

  private String word() throws NotEligibleException {
    StringBuilder word = new StringBuilder();
    Glob.Builder glob = new Glob.Builder();
    int start = at;
    while (at < text.length() && !isBlank(text.charAt(at)) && text.charAt(at) != '>') {
      char c = text.charAt(at);
      int before = word.length();
      if (WILDCARDS.indexOf(c) >= 0) {
        glob.wildcard(c);
        word.append(c);
        at++;
        continue;
      } else if (c == '\\') {
        backslash(word);
      } else if (c == '\'') {
        int end = text.indexOf('\'', at + 1);
        if (end < 0) {
          throw NotEligibleException.syntax("single quotes do not pair");
        }
        word.append(text, at + 1, end);
        at = end + 1;
      } else if (c == '"') {
        int end = closingQuote();
        word.append(DoubleQuotes.expand(text.substring(at + 1, end), variables));
        at = end + 1;
      } else if (c == '$') {
        word.append(unquotedVariable());
      } else if (FORBIDDEN.indexOf(c) >= 0 || (c == '#' && at == start)) {
        throw NotEligibleException.syntax("unquoted '" + (c == '\n' ? "\\n" : c) + "'");
      } else {
        word.append(c);
        at++;
      }
      glob.text(word.substring(before));
    }
    if (glob.isPattern()) {
      globs.add(glob.build());
    }
    return word.toString();
  }

  private void backslash(StringBuilder word) throws NotEligibleException {
    if (at + 1 == text.length() || text.charAt(at + 1) == '\n') {
      throw NotEligibleException.syntax("backslash at the end of a line");
    }
    word.append(text.charAt(at + 1));
    at += 2;
  }

  private int closingQuote() throws NotEligibleException {
    for (int i = at + 1; i < text.length(); i++) {
      if (text.charAt(i) == '\\') {
        i++;
      } else if (text.charAt(i) == '"') {
        return i;
      }
    }
    throw NotEligibleException.syntax("double quotes do not pair");
  }

  /** Bash would split the value and match file names with it: only harmless values will do. */
  private String unquotedVariable() throws NotEligibleException {
    if (at + 1 < text.length() && "'\"".indexOf(text.charAt(at + 1)) >= 0) {
      throw NotEligibleException.syntax("$ before a quote");
    }
    DoubleQuotes.Expansion expansion = DoubleQuotes.variable(text, at, variables);
    if (expansion.value().equals("$")) {
      at = expansion.end();
      return "$";
    }
    if (expansion.value().isEmpty() || !DoubleQuotes.isPlain(expansion.value())) {
      throw NotEligibleException.syntax(
          "unquoted variable that is empty or holds more than plain text");
    }
    at = expansion.end();
    return expansion.value();
  }

  private void skipBlanks() {
    while (at < text.length() && isBlank(text.charAt(at))) {
      at++;
    }
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }
}
