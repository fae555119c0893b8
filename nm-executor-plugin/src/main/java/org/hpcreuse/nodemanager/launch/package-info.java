/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Brings containers into slots: may this one run there, the conversation with the pool manager, the
 * fallback. Also memory for containers that are forked.
 */
package org.hpcreuse.nodemanager.launch;
