/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.files;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.hpcreuse.protocol.NotEligibleException;

/**
 * The links from a container's working directory to its localized resources, as the launch script
 * would make them with {@code ln -sf}. A resource named {@code *} stands for links to everything in
 * its directory.
 */
public final class ResourceLinks {
  /** The script puts names between double quotes, and parent directories between none at all. */
  private static final Pattern EXPANDED = Pattern.compile("[$`\"\\\\\n]");

  private static final Pattern PLAIN_PARENT = Pattern.compile("[A-Za-z0-9_./:=,@%+-]*");

  private final List<Path> made = new ArrayList<>();

  /**
   * Link names and where they point to.
   *
   * @throws NotEligibleException when a shell would make something else of a name
   */
  public static Map<String, Path> resolve(Map<org.apache.hadoop.fs.Path, List<String>> resources)
      throws IOException, NotEligibleException {
    Map<String, Path> links = new LinkedHashMap<>();
    for (Map.Entry<org.apache.hadoop.fs.Path, List<String>> resource : resources.entrySet()) {
      Path target = LocalFiles.of(resource.getKey());
      for (String written : resource.getValue()) {
        String name = new org.apache.hadoop.fs.Path(written).toString();
        if (name.equals("*") || name.endsWith("/*")) {
          try (DirectoryStream<Path> files = Files.newDirectoryStream(target)) {
            files.forEach(file -> links.put(file.getFileName().toString(), file));
          }
        } else {
          links.put(name, target);
        }
      }
    }
    for (Map.Entry<String, Path> link : links.entrySet()) {
      requirePlain(link.getKey(), link.getValue());
    }
    return links;
  }

  private static void requirePlain(String name, Path target) throws NotEligibleException {
    Path parent = Path.of(name).getParent();
    if (EXPANDED.matcher(name + target).find()
        || name.startsWith("/")
        || (parent != null && !PLAIN_PARENT.matcher(parent.toString()).matches())) {
      throw NotEligibleException.syntax("resource link \"" + name + "\"");
    }
  }

  public void make(Map<String, Path> links, Path workDir) throws IOException {
    for (Map.Entry<String, Path> entry : links.entrySet()) {
      Path link = workDir.resolve(entry.getKey());
      Files.createDirectories(link.getParent());
      if (Files.isDirectory(link)) {
        link = link.resolve(entry.getValue().getFileName());
      }
      if (Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
        Files.delete(link);
      }
      Files.createSymbolicLink(link, entry.getValue());
      made.add(link);
    }
  }

  /**
   * Takes the links away again before the container is forked: {@code ln -sf} onto a link to a
   * directory would make its link inside that directory.
   */
  public void remove() throws IOException {
    for (Path link : made) {
      Files.deleteIfExists(link);
    }
    made.clear();
  }
}
