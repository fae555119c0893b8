/* SPDX-License-Identifier: Apache-2.0 */
/** Hadoop RPC: servers are stopped, clients and their caches are dropped. */
package org.hpcreuse.cleanup.hadoop.rpc;
