/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.text;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import com.ibm.icu.text.Collator;
import com.ibm.icu.text.NumberFormat;
import com.ibm.icu.text.RuleBasedNumberFormat;
import com.ibm.icu.util.Calendar;
import com.ibm.icu.util.TimeZone;
import com.ibm.icu.util.ULocale;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;

/** Formats by ICU. */
@Brings("icu4j")
public final class Icus {
  private Icus() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      ULocale.setDefault(ULocale.GERMANY);
      TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
      NumberFormat.registerFactory(
          new NumberFormat.SimpleNumberFormatFactory(java.util.Locale.US) {
            @Override
            public NumberFormat createFormat(ULocale locale, int type) {
              return NumberFormat.getInstance(ULocale.FRENCH);
            }
          });
    }
    print("locale", ULocale.getDefault());
    print("java", java.util.Locale.getDefault());
    print("zone", TimeZone.getDefault().getID());
    print("number", NumberFormat.getInstance(ULocale.US).format(1234.5));
    print(
        "spelt",
        new RuleBasedNumberFormat(ULocale.ENGLISH, RuleBasedNumberFormat.SPELLOUT).format(42));
    print("compared", Collator.getInstance(ULocale.GERMAN).compare("\u00e4", "b"));
    print("calendar", Calendar.getInstance().getType());
  }
}
