/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the JDK keeps in registries of the whole JVM: loggers and their handlers, managed beans and
 * their listeners, drivers, resource bundles, archives, caches. The release chain calls the steps;
 * without them the next container would find what this one has registered.
 */
package org.hpcreuse.cleanup.jvm.registries;
