/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.jdk;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.nio.charset.Charset;
import java.text.DecimalFormatSymbols;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.Currency;
import java.util.Locale;
import java.util.TimeZone;
import org.hpcreuse.workload.foreign.Neighbour;

/** Formats by the defaults of the process. */
public final class Defaults {
  private Defaults() {}

  public static void main(String[] args) {
    if (Neighbour.spoils(args)) {
      Locale.setDefault(Locale.FRANCE);
      Locale.setDefault(Locale.Category.FORMAT, new Locale("ar", "EG"));
      TimeZone.setDefault(TimeZone.getTimeZone("America/New_York"));
      System.setProperty("file.encoding", "UTF-16");
      System.setProperty("line.separator", "|");
      System.setProperty("user.timezone", "Asia/Tokyo");
    }
    print("charset", Charset.defaultCharset());
    print("encoding", System.getProperty("file.encoding"));
    print("locale", Locale.getDefault() + " " + Locale.getDefault(Locale.Category.FORMAT));
    print("zone", TimeZone.getDefault().getID() + " " + ZoneId.systemDefault());
    print("number", String.format("%,.2f", 1234567.891));
    print("format", NumberFormat.getInstance().format(1234.5));
    print("currency", currency());
    print("symbols", DecimalFormatSymbols.getInstance().getZeroDigit());
    print("date", new SimpleDateFormat("EEEE d MMMM yyyy HH:mm z").format(0L));
    print("week", Calendar.getInstance().getFirstDayOfWeek());
    print("separator", System.lineSeparator().length() + String.format("%n"));
  }

  private static String currency() {
    try {
      return Currency.getInstance(Locale.getDefault()).getCurrencyCode();
    } catch (IllegalArgumentException e) {
      return "none";
    }
  }
}
