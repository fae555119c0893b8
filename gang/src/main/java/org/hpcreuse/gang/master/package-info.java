/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The ApplicationMaster of a gang. {@code GangMaster} starts it and brings events to the gang,
 * which decides ({@code gang.master.core}). {@code Heartbeat} talks to the ResourceManager, {@code
 * Launcher} to NodeManagers, {@code GangListener} takes connections of ranks and clients, and
 * {@code Watchers} tell clients.
 */
package org.hpcreuse.gang.master;
