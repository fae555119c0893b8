/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Programs that end in all ways: by exit, halt, signal, a hook, another thread, or not at all.
 * Tests of a container's end run them.
 */
package org.hpcreuse.it.program.end;
