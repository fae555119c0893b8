/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.text;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import com.thoughtworks.xstream.XStream;
import com.thoughtworks.xstream.security.AnyTypePermission;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;
import org.jsoup.Jsoup;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.Constructor;

/** Reads YAML, HTML and XML into objects of its own. */
@Brings({"snakeyaml", "jsoup", "xstream", "mxparser", "xmlpull"})
public final class Documents {
  private Documents() {}

  /** What is read. */
  public static final class Item {
    public int id;
    public String name = "";
  }

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      System.setProperty("xstream.left", "behind");
      org.jsoup.nodes.Entities.EscapeMode.base.name();
    }
    Item item = new Yaml(new Constructor(Item.class, new LoaderOptions())).load("id: 4\nname: n");
    print("yaml", item.id + item.name);
    print("html", Jsoup.parse("<p>a<b>b</p>").body().html().replaceAll("\\s", ""));
    XStream stream = new XStream();
    stream.addPermission(AnyTypePermission.ANY);
    stream.alias("item", Item.class);
    print("xml", stream.toXML(item).replaceAll("\\s", ""));
    print("read", ((Item) stream.fromXML("<item><id>6</id><name>x</name></item>")).id);
  }
}
