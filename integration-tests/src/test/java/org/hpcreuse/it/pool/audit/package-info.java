/* SPDX-License-Identifier: Apache-2.0 */
/** Tests of the audit: it finds nothing, or names what a container has left, but never a secret. */
package org.hpcreuse.it.pool.audit;
