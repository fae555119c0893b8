/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.bench.cluster;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
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
import java.util.Set;

/** The ResourceManager's REST interface. */
public final class ResourceManager {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> ENDED = Set.of("FINISHED", "FAILED", "KILLED");

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(TIMEOUT)
          .proxy(HttpClient.Builder.NO_PROXY)
          .build();
  private final URI cluster;

  /** Names the server by its yarn.resourcemanager.webapp.address. */
  ResourceManager(String address) {
    cluster = URI.create("http://" + address + "/ws/v1/cluster/");
  }

  /**
   * An application as the ResourceManager reports it.
   *
   * @param id YARN's id
   * @param name the job's name
   * @param state YARN's state
   * @param finalStatus SUCCEEDED, FAILED or KILLED
   * @param startedTime submission, ms since the epoch
   * @param elapsedTime submission to end by the ResourceManager's clock, ms
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Application(
      String id,
      String name,
      String state,
      String finalStatus,
      long startedTime,
      long elapsedTime) {
    boolean ended() {
      return ENDED.contains(state);
    }
  }

  /** Every application it knows, by submission. */
  List<Application> applications() throws IOException, InterruptedException {
    return parse(get("apps"));
  }

  /** The version of Hadoop it runs. */
  String hadoopVersion() throws IOException, InterruptedException {
    return JSON.readTree(get("info")).path("clusterInfo").path("hadoopVersion").asText();
  }

  /** Ends an application; returns whether it was there to be ended. */
  boolean kill(String application) throws IOException, InterruptedException {
    String user = System.getProperty("user.name");
    URI uri = cluster.resolve("apps/" + application + "/state?user.name=" + user);
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString("{\"state\":\"KILLED\"}"))
            .build();
    int status = client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    return switch (status) {
      case HttpURLConnection.HTTP_ACCEPTED -> true;
      // It has the state already, or has ended in another one.
      case HttpURLConnection.HTTP_OK, HttpURLConnection.HTTP_BAD_REQUEST -> false;
      default -> throw new IOException(uri + " answered " + status);
    };
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
