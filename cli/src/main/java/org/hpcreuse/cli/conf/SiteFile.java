/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.conf;

import java.util.regex.Pattern;

/** The files of a HADOOP_CONF_DIR, and which of them a property belongs to. */
enum SiteFile {
  CAPACITY_SCHEDULER("capacity-scheduler.xml", "yarn\\.scheduler\\.capacity\\."),
  MAPRED("mapred-site.xml", "mapreduce\\.|yarn\\.app\\.mapreduce\\."),
  HDFS("hdfs-site.xml", "dfs\\."),
  YARN("yarn-site.xml", "yarn\\.|hpc-reuse\\."),
  CORE("core-site.xml", "");

  private final String fileName;
  private final Pattern start;

  SiteFile(String fileName, String start) {
    this.fileName = fileName;
    this.start = Pattern.compile(start);
  }

  String fileName() {
    return fileName;
  }

  /** The file for a property: the first one in the order above whose keys start so. */
  static SiteFile of(String key) {
    for (SiteFile file : values()) {
      if (file.start.matcher(key).lookingAt()) {
        return file;
      }
    }
    throw new IllegalStateException("core-site.xml takes every key");
  }
}
