/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What becomes of a gang. {@code Gang} takes one event after the other and decides; {@code Search}
 * looks for places, and its {@code Reservation} gets them all or none; {@code Ranks} says who is
 * where; {@code GangVerdict} says how it ended. One thread uses all of it. The interfaces are what
 * a gang needs of others; they and the clock make it testable without YARN.
 */
package org.hpcreuse.gang.master.core;
