/* SPDX-License-Identifier: Apache-2.0 */
/** What the machine has, and refusals before anything is started: ports, disk, memory, Open MPI. */
package org.hpcreuse.cli.check;
