/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The files of a pool and of the framework: where they are, what is in them, whether they have
 * changed.
 */
package org.hpcreuse.protocol.files;
