/* SPDX-License-Identifier: Apache-2.0 */
/** Threads, pools and futures that a container leaves, and the traits of threads that stay. */
package org.hpcreuse.cleanup.jvm.threads;
