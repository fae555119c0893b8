/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import java.util.List;

/**
 * An element {@code property} of a configuration file, as Hadoop's parser has it when the element
 * ends.
 *
 * @param name its name, null when it has none
 * @param value its value, null when it has none
 * @param isFinal whether later files may not change it
 * @param tag its tags, null when it has none
 * @param sources where it says that it comes from, without the file's own name
 */
public record Property(
    String name, String value, boolean isFinal, String tag, List<String> sources) {}
