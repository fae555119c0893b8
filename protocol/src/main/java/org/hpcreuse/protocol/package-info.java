/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What every part shares: exit codes, signals, the reasons why a container gets no slot, and what
 * the kernel says of a process. The messages are in {@code wire}, the options in {@code option},
 * the files of a pool in {@code files}. Depends on nothing but the JDK.
 */
package org.hpcreuse.protocol;
