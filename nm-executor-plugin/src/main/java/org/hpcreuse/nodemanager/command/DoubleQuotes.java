/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.command;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hpcreuse.protocol.NotEligibleException;

/**
 * Bash's expansion of text that a script has put between double quotes: variables, {@code
 * ${NAME:-default}}, and backslashes before {@code $ ` " \} and newline. A quote inside the text
 * ends the quoted part, as in bash; outside it only characters without meaning are understood.
 * Everything else is not understood, rather than guessed.
 */
final class DoubleQuotes {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=,@%+-]");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Pattern BRACED =
      Pattern.compile("\\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}\\\\\"'`]*))?\\}");
  private static final String SPECIAL_PARAMETERS = "0123456789@*#?-$!";

  private final String text;
  private final ShellVariables variables;
  private final StringBuilder out = new StringBuilder();
  private int at;

  private DoubleQuotes(String text, ShellVariables variables) {
    this.text = text;
    this.variables = variables;
  }

  /**
   * Expands what stands between a script's two double quotes.
   *
   * @throws NotEligibleException when bash might make something else of it than this class knows
   */
  static String expand(String text, ShellVariables variables) throws NotEligibleException {
    return new DoubleQuotes(text, variables).run();
  }

  /** Expands the variable whose {@code $} is at {@code dollar}; the rest of the text is ignored. */
  static Expansion variable(String text, int dollar, ShellVariables variables)
      throws NotEligibleException {
    DoubleQuotes quotes = new DoubleQuotes(text, variables);
    quotes.at = dollar + 1;
    quotes.dollar();
    return new Expansion(quotes.out.toString(), quotes.at);
  }

  /**
   * An expanded variable.
   *
   * @param value its value
   * @param end index after it
   */
  record Expansion(String value, int end) {}

  static boolean isPlain(String value) {
    return value.codePoints().allMatch(c -> PLAIN.matcher(Character.toString(c)).matches());
  }

  private String run() throws NotEligibleException {
    boolean quoted = true;
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '"') {
        quoted = !quoted;
      } else if (!quoted) {
        if (!isPlain(String.valueOf(c))) {
          throw NotEligibleException.syntax("'" + c + "' after a double quote");
        }
        out.append(c);
      } else if (c == '\\') {
        backslash();
      } else if (c == '$') {
        dollar();
      } else if (c == '`') {
        throw NotEligibleException.syntax("command substitution with `");
      } else {
        out.append(c);
      }
    }
    if (!quoted) {
      throw NotEligibleException.syntax("double quotes do not pair");
    }
    return out.toString();
  }

  private void backslash() throws NotEligibleException {
    if (at == text.length()) {
      throw NotEligibleException.syntax("backslash before the closing quote");
    }
    char next = text.charAt(at++);
    if (next == '\n') {
      return;
    }
    if ("$`\"\\".indexOf(next) < 0) {
      out.append('\\');
    }
    out.append(next);
  }

  private void dollar() throws NotEligibleException {
    Matcher name = NAME.matcher(text).region(at, text.length());
    Matcher braced = BRACED.matcher(text).region(at, text.length());
    if (name.lookingAt()) {
      out.append(variables.value(name.group()));
      at = name.end();
    } else if (braced.lookingAt()) {
      String value = variables.value(braced.group(1));
      String byDefault = braced.group(2);
      if (value.isEmpty() && byDefault != null) {
        value = expand(byDefault, variables);
      }
      out.append(value);
      at = braced.end();
    } else if (at < text.length() && (SPECIAL_PARAMETERS + "({[").indexOf(text.charAt(at)) >= 0) {
      throw NotEligibleException.syntax("$" + text.charAt(at));
    } else {
      out.append('$');
    }
  }
}
