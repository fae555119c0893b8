/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Hostile programs that abuse system properties, locale, time zone, preferences, and what the JDK
 * reads once from them.
 */
package org.hpcreuse.it.program.hostile.settings;
