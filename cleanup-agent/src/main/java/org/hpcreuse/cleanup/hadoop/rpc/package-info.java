/* SPDX-License-Identifier: Apache-2.0 */
/** Hadoop RPC: clients and their caches are dropped. Servers end with their threads. */
package org.hpcreuse.cleanup.hadoop.rpc;
