/* SPDX-License-Identifier: Apache-2.0 */
/** java.util.logging: handlers, filters, formatters, levels, listeners, configuration. */
package org.hpcreuse.cleanup.jvm.logging;
