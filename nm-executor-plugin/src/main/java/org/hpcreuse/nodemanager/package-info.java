/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The NodeManager's side: a container executor that sends containers into warm slots, and forks
 * them as stock YARN does when they cannot or should not go there.
 */
package org.hpcreuse.nodemanager;
