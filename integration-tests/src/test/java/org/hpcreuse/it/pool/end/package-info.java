/* SPDX-License-Identifier: Apache-2.0 */
/** Tests of a container's end: its exit status, and the signals that end it. */
package org.hpcreuse.it.pool.end;
