/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe.framework;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.mapreduce.counters.Limits;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.hpcreuse.it.program.probe.report.Digest;
import org.hpcreuse.it.program.probe.report.Peek;
import org.hpcreuse.it.program.probe.report.Report;
import org.hpcreuse.it.program.probe.report.Sight;

/** What Hadoop's own interfaces show. */
public final class HadoopSight implements Sight {
  @Override
  public void look(Report report) throws IOException, ReflectiveOperationException {
    configuration(report);
    report.put(
        "hadoop.cache", Digest.of(Peek.in(Peek.at(FileSystem.class.getName(), "CACHE"), "map"), 1));
    report.put(
        "hadoop.statistics", Digest.of(Peek.at(FileSystem.class.getName(), "statisticsTable"), 1));
    report.put("hadoop.counters", Limits.getCountersMax() + " " + Limits.getGroupsMax());
    report.put("hadoop.resources", new TreeMap<>(ResourceUtils.getResourceTypes()).keySet());
    report.put("hadoop.hooks", Digest.of(Peek.in(ShutdownHookManager.get(), "hooks"), 2));
    report.put("hadoop.metrics", Digest.of(DefaultMetricsSystem.instance(), 1));
    report.put("hadoop.comparator", WritableComparator.get(Text.class).getClass());
    report.put("hadoop.codecs", CompressionCodecFactory.getCodecClasses(new Configuration(false)));
    report.put("hadoop.class-caches", foreignLoaders());
    report.put(
        "hadoop.selectors",
        Digest.of(
            Peek.at("org.apache.hadoop.net.SocketIOWithTimeout$SelectorPool", "providerMap"), 1));
    report.put(
        "hadoop.servlets",
        Peek.at("com.google.inject.servlet.GuiceFilter", "pipeline").getClass().getName());
    UserGroupInformation user = UserGroupInformation.getLoginUser();
    report.put("user.login", user);
    report.put("user.current", UserGroupInformation.getCurrentUser());
    report.put("user.tokens", user.getTokens());
    report.put("user.secrets", user.getCredentials().getAllSecretKeys());
    report.put("user.security", UserGroupInformation.isSecurityEnabled());
    report.put("user.method", user.getAuthenticationMethod());
  }

  private static void configuration(Report report) throws ReflectiveOperationException {
    Configuration defaults = new Configuration();
    TreeMap<String, String> values = new TreeMap<>();
    defaults.forEach(entry -> values.put(entry.getKey(), entry.getValue()));
    report.put("configuration.size", values.size());
    report.put("configuration.values", Digest.of(values, 1));
    report.put(
        "configuration.resources",
        Digest.of(Peek.at(defaults.getClass().getName(), "defaultResources"), 1));
    report.put("configuration.fs", defaults.get("fs.defaultFS"));
  }

  /** Those that Configuration knows beside the program's and its own. */
  private static List<String> foreignLoaders() throws ReflectiveOperationException {
    Map<?, ?> known = (Map<?, ?>) Peek.at(Configuration.class.getName(), "CACHE_CLASSES");
    return known.keySet().stream()
        .filter(loader -> loader != HadoopSight.class.getClassLoader())
        .filter(loader -> loader != Configuration.class.getClassLoader())
        .map(loader -> loader.getClass().getName())
        .sorted()
        .toList();
  }
}
