/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol;

/**
 * Why a container or a client does not run in a slot.
 *
 * @param kind which reason it is, counted per kind
 * @param detail one line for the log; never holds values of the environment
 */
public record Reason(FallbackReason kind, String detail) {
  @Override
  public String toString() {
    return kind.key() + ": " + detail;
  }
}
