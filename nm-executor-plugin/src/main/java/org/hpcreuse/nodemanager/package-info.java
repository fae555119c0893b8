/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The NodeManager's side. {@link org.hpcreuse.nodemanager.HpcReuseContainerExecutor} sends
 * containers into warm slots, and forks them as stock YARN does when they cannot or should not go
 * there. Sites name the classes of this package in yarn-site.xml, so their names stay.
 */
package org.hpcreuse.nodemanager;
