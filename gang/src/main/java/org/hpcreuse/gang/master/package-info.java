/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The ApplicationMaster of a gang. {@code GangMaster} starts it; {@code Reservation} gets the
 * containers, all or none; {@code Gang} knows the ranks and decides; {@code Watchers} tell clients.
 * One thread, that of {@code GangMaster}, changes state; others bring it events.
 */
package org.hpcreuse.gang.master;
