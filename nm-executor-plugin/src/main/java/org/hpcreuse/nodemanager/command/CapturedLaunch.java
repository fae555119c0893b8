/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.command;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;

/**
 * What YARN would have written into the launch script. Secret: never log it.
 *
 * @param environment the container's environment before any shell has expanded it; a forked shell
 *     starts with exactly this
 * @param whitelisted variables of the NodeManager that are exported unless the shell has them
 * @param exports variables in the order the script exports them, after the whitelisted ones
 * @param resources localized resources and the names of the links to them
 * @param command the words YARN joins with blanks
 * @param logDir the container's log directory
 */
public record CapturedLaunch(
    Map<String, String> environment,
    Map<String, String> whitelisted,
    Map<String, String> exports,
    Map<Path, List<String>> resources,
    List<String> command,
    String logDir) {
  @Override
  public String toString() {
    return "CapturedLaunch[" + environment.get("CONTAINER_ID") + "]";
  }
}
