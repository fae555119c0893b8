/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What belongs to a process: child processes, open files and sockets, shutdown hooks, signal
 * handlers, standard streams, files to delete at exit.
 */
package org.hpcreuse.cleanup.jvm.process;
