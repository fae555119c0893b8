/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Rules that all modules obey: who may use whom, how messages read. Packages below run pools and
 * clusters.
 */
package org.hpcreuse.it;
