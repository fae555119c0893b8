/* SPDX-License-Identifier: Apache-2.0 */
/** log4j, reload4j and commons-logging, as a fresh JVM would have configured them. */
package org.hpcreuse.cleanup.hadoop.logging;
