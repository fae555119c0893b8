/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Directories, links and files of one container as stock YARN leaves them, and the file system by
 * which YARN's own code makes local files; all without a process.
 */
package org.hpcreuse.nodemanager.files;
