/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The Java side of {@code bin/hpc-reuse}: what a cluster's configuration is worked out from, and
 * the questions and orders an administrator has for a pool manager.
 */
package org.hpcreuse.cli;
