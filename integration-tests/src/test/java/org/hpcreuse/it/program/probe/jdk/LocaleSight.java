/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe.jdk;

import java.nio.charset.Charset;
import java.text.DecimalFormatSymbols;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;
import org.hpcreuse.it.program.probe.report.Report;
import org.hpcreuse.it.program.probe.report.Sight;

/** Language, time zone, character set, and what is made from them. */
public final class LocaleSight implements Sight {
  @Override
  @SuppressWarnings("JavaUtilDate") // it alone shows what the zone does to old code
  public void look(Report report) {
    report.put("locale.default", Locale.getDefault());
    report.put("locale.display", Locale.getDefault(Locale.Category.DISPLAY));
    report.put("locale.format", Locale.getDefault(Locale.Category.FORMAT));
    report.put("locale.upper", upper());
    report.put("locale.number", String.format("%,.2f", 1234.5));
    report.put("locale.point", DecimalFormatSymbols.getInstance().getDecimalSeparator());
    report.put("zone.default", TimeZone.getDefault().getID());
    report.put("zone.epoch", new Date(0));
    report.put("charset.default", Charset.defaultCharset());
  }

  @SuppressWarnings("StringCaseLocaleUsage") // the default locale is what is asked for
  private static String upper() {
    return "title".toUpperCase();
  }
}
