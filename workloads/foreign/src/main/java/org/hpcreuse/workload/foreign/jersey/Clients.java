/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.jersey;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import javax.ws.rs.client.Client;
import javax.ws.rs.client.ClientBuilder;
import javax.ws.rs.core.CacheControl;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import javax.ws.rs.ext.RuntimeDelegate;
import org.glassfish.jersey.internal.RuntimeDelegateImpl;
import org.hpcreuse.workload.foreign.Neighbour;

/** Makes a client of JAX-RS. */
public final class Clients {
  private Clients() {}

  /** A delegate of its own. */
  public static final class OwnDelegate extends RuntimeDelegateImpl {
    @Override
    public javax.ws.rs.core.UriBuilder createUriBuilder() {
      throw new UnsupportedOperationException("of a neighbour");
    }
  }

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      System.setProperty("jersey.config.allowSystemPropertiesProvider", "true");
      RuntimeDelegate.setInstance(new OwnDelegate());
    }
    print("delegate", RuntimeDelegate.getInstance().getClass().getName());
    try {
      print("uri", javax.ws.rs.core.UriBuilder.fromUri("http://h/{a}").build("b"));
    } catch (UnsupportedOperationException e) {
      print("failed", e.getMessage());
    }
    print("type", MediaType.valueOf("text/plain;q=0.5"));
    print("cache", CacheControl.valueOf("no-cache").isNoCache());
    print("response", Response.status(204).build().getStatusInfo());
    Client client = ClientBuilder.newClient();
    print("client", client.getClass().getName());
    client.close();
  }
}
