/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.text;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;
import org.joda.time.DateTime;
import org.joda.time.DateTimeUtils;
import org.joda.time.DateTimeZone;
import org.joda.time.chrono.ISOChronology;
import org.joda.time.format.DateTimeFormat;
import org.joda.time.tz.UTCProvider;

/** Formats times by Joda. */
@Brings("joda-time")
public final class Times {
  private Times() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      DateTimeUtils.setCurrentMillisFixed(0);
      DateTimeZone.setDefault(DateTimeZone.forID("Asia/Tokyo"));
      DateTimeZone.setProvider(new UTCProvider());
      System.setProperty("user.timezone", "America/New_York");
    }
    print("zone", DateTimeZone.getDefault());
    print("fixed", DateTimeUtils.currentTimeMillis() == 0);
    print("zones", DateTimeZone.getAvailableIDs().size() > 100);
    print("time", new DateTime(0).toString());
    print(
        "text",
        DateTimeFormat.forPattern("EEEE d MMMM yyyy").print(new DateTime(0, DateTimeZone.UTC)));
    print("chronology", ISOChronology.getInstance());
  }
}
