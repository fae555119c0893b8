/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Settings of the whole JVM: system properties, locale, time zone, defaults with public setters,
 * assertion status, security providers, proxies, cookies, handlers of URLs. The release chain calls
 * the steps; without them a container would run with the settings of the one before.
 */
package org.hpcreuse.cleanup.jvm.settings;
