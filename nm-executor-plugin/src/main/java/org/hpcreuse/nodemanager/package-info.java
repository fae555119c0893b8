/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The NodeManager's side. {@link org.hpcreuse.nodemanager.HpcReuseContainerExecutor} sends
 * containers into warm slots, and forks them as stock YARN does when they cannot or should not go
 * there. {@link org.hpcreuse.nodemanager.RankAttributesProvider} tells the ResourceManager how many
 * ranks of MPI the node has. Sites name classes of this package in yarn-site.xml, so their names
 * stay.
 */
package org.hpcreuse.nodemanager;
