/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.commons;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.util.Locale;
import java.util.TimeZone;
import org.apache.commons.lang3.LocaleUtils;
import org.apache.commons.lang3.SystemUtils;
import org.apache.commons.lang3.builder.ToStringBuilder;
import org.apache.commons.lang3.builder.ToStringStyle;
import org.apache.commons.lang3.time.FastDateFormat;
import org.hpcreuse.workload.foreign.Neighbour;

/** Uses what Commons Lang keeps in static fields. */
public final class Lang {
  private Lang() {}

  public static void main(String[] args) {
    if (Neighbour.spoils(args)) {
      System.setProperty("java.io.tmpdir", "/nowhere");
      System.setProperty("user.name", "nobody");
      ToStringBuilder.setDefaultStyle(ToStringStyle.JSON_STYLE);
      Locale.setDefault(Locale.GERMANY);
      TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
    }
    print("dir", SystemUtils.USER_DIR.equals(System.getProperty("user.dir")));
    print("tmp", SystemUtils.JAVA_IO_TMPDIR.replace(SystemUtils.USER_DIR, "."));
    print("user", SystemUtils.USER_NAME);
    print("java", SystemUtils.JAVA_SPECIFICATION_VERSION);
    print("style", ToStringBuilder.getDefaultStyle() == ToStringStyle.DEFAULT_STYLE);
    print("text", new ToStringBuilder(1).append("a", 2).toString().replaceAll("@\\w+", "@"));
    FastDateFormat format = FastDateFormat.getInstance("yyyy-MM-dd HH:mm EEEE z");
    print("zone", format.getTimeZone().getID());
    print("time", format.format(0L));
    print("locales", LocaleUtils.availableLocaleList().size() > 100);
  }
}
