/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What a container in a slot is charged: memory and processor time that the slot has grown by since
 * the container came. Also which containers run in slots.
 */
package org.hpcreuse.nodemanager.usage;
