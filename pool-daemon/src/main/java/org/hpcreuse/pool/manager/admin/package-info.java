/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Answers the command line: status, audit, drain, MPI check, retire, shutdown. It reads the state
 * and asks the packages below to act.
 */
package org.hpcreuse.pool.manager.admin;
