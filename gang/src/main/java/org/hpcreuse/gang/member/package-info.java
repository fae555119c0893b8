/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A rank of a gang: the main class of its container. It knows nothing of YARN, and needs no class
 * of Hadoop, so that a program sees only what it brings.
 */
package org.hpcreuse.gang.member;
