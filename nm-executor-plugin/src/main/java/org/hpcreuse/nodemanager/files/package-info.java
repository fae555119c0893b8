/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Directories, links and files of one container as stock YARN leaves them, made without a process.
 */
package org.hpcreuse.nodemanager.files;
