/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.shuffle;

import java.io.InputStream;

/**
 * What the shuffle service would send, from elsewhere.
 *
 * @param route where it comes from
 * @param bytes the same bytes
 */
record RoutedStream(Route route, InputStream bytes) {}
