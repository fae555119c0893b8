/* SPDX-License-Identifier: Apache-2.0 */
/** What an executor asks of a resident rank. Both sides use it; it knows neither Hadoop nor MPI. */
package org.hpcreuse.spawn.wire;
