/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The ResourceManager's REST interface. */
final class ResourceManager {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(TIMEOUT)
          .proxy(HttpClient.Builder.NO_PROXY)
          .build();
  private final URI cluster;

  /**
   * Names the server.
   *
   * @param address yarn.resourcemanager.webapp.address
   */
  ResourceManager(String address) {
    cluster = URI.create("http://" + address + "/ws/v1/cluster/");
  }

  /** Every application it knows, by submission. */
  List<Application> applications() throws IOException, InterruptedException {
    return parse(get("apps"));
  }

  /** The version of Hadoop it runs. */
  String hadoopVersion() throws IOException, InterruptedException {
    return JSON.readTree(get("info")).path("clusterInfo").path("hadoopVersion").asText();
  }

  /**
   * Ends an application.
   *
   * @return whether it was there to be ended
   */
  boolean kill(String application) throws IOException, InterruptedException {
    URI uri =
        cluster.resolve(
            "apps/" + application + "/state?user.name=" + System.getProperty("user.name"));
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString("{\"state\":\"KILLED\"}"))
            .build();
    int status = client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    switch (status) {
      case HttpURLConnection.HTTP_ACCEPTED:
        return true;
      case HttpURLConnection.HTTP_OK: // it has the state already
      case HttpURLConnection.HTTP_BAD_REQUEST: // it has ended in another one
        return false;
      default:
        throw new IOException(uri + " answered " + status);
    }
  }

  private String get(String resource) throws IOException, InterruptedException {
    URI uri = cluster.resolve(resource);
    HttpRequest request =
        HttpRequest.newBuilder(uri).timeout(TIMEOUT).header("Accept", "application/json").build();
    HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != HttpURLConnection.HTTP_OK) {
      throw new IOException(uri + " answered " + answer.statusCode());
    }
    return answer.body();
  }

  static List<Application> parse(String json) throws IOException {
    List<Application> found = new ArrayList<>();
    for (JsonNode node : JSON.readTree(json).path("apps").path("app")) {
      found.add(JSON.treeToValue(node, Application.class));
    }
    found.sort(Comparator.comparingLong(Application::startedTime).thenComparing(Application::id));
    return found;
  }
}
