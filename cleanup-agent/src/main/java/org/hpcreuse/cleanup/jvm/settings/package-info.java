/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Settings of the whole JVM: system properties, locale, time zone, defaults with public setters,
 * assertion status.
 */
package org.hpcreuse.cleanup.jvm.settings;
