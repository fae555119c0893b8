/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hpcreuse.it.harness.Waits;

/** What a NodeManager shows of itself over HTTP. */
public final class NodeManagerPages {
  private static final Pattern ADDRESS =
      Pattern.compile("<name>yarn.nodemanager.webapp.address</name>\\s*<value>([^<]+)</value>");
  private static final Pattern SAMPLE = Pattern.compile("(\\w+)\\{[^}]*} (\\S+)");

  private final String address;

  private NodeManagerPages(String address) {
    this.address = address;
  }

  static NodeManagerPages of(Path conf) throws IOException {
    Matcher matcher = ADDRESS.matcher(Files.readString(conf.resolve("yarn-site.xml")));
    assertThat(matcher.find()).as("a web address of the NodeManager in " + conf).isTrue();
    return new NodeManagerPages(matcher.group(1));
  }

  /** A bean of Hadoop's metrics; up to 11 s old, as Hadoop keeps what it has shown. */
  public JsonNode bean(String name) throws IOException {
    String query = "/jmx?qry=Hadoop:service=NodeManager,name=" + name;
    JsonNode beans = new ObjectMapper().readTree(get(query)).path("beans");
    assertThat(beans).as(query).hasSize(1);
    return beans.get(0);
  }

  /** The samples of the page for Prometheus, by name, as they are at this moment. */
  public Map<String, Double> prometheus() throws IOException {
    Map<String, Double> samples = new TreeMap<>();
    for (String line : get("/prom").lines().toList()) {
      Matcher matcher = SAMPLE.matcher(line);
      if (matcher.matches()) {
        samples.put(matcher.group(1), Double.valueOf(matcher.group(2)));
      }
    }
    return samples;
  }

  private String get(String page) throws IOException {
    URLConnection connection = URI.create("http://" + address + page).toURL().openConnection();
    connection.setConnectTimeout((int) Waits.SOON.toMillis());
    connection.setReadTimeout((int) Waits.SOON.toMillis());
    try (InputStream in = connection.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
