/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the processes of a gang say to each other: its ApplicationMaster listens on a TCP port, its
 * ranks and its client connect. Both ends prove that they know the gang's secret.
 */
package org.hpcreuse.gang.wire;
