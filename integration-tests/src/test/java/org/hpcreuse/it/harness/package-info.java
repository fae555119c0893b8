/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What tests of all kinds share: paths of the installation, a directory for each test class,
 * programs' jars, gates, time limits, and the search for what a test has left. It knows neither
 * pools nor clusters.
 */
package org.hpcreuse.it.harness;
