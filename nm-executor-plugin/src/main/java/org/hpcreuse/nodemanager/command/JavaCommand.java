/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.command;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A java command line.
 *
 * @param program path of the launcher as written
 * @param heapMb -Xmx in MiB, rounded up; empty without one
 * @param properties -D options in order
 * @param classPath -cp; empty without one
 * @param mainClass binary name
 * @param arguments arguments of main()
 */
public record JavaCommand(
    String program,
    Optional<Integer> heapMb,
    Map<String, String> properties,
    Optional<String> classPath,
    String mainClass,
    List<String> arguments) {}
