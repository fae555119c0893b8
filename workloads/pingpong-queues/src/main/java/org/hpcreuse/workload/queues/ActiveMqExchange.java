/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.queues;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.IOException;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.BrokerService;

/** Two queues of a broker that the first process runs; nothing is kept on disk. */
final class ActiveMqExchange extends QueueExchange {
  private static final String HOST = "tcp://127.0.0.1:";
  private static final String[] QUEUES = {"to-first", "to-second"};
  private static final long BOUND_MS = 60_000;

  /** Null in the second process. */
  private final BrokerService broker;

  private final Connection connection;
  private final Session session;
  private final MessageProducer producer;
  private final MessageConsumer consumer;

  private ActiveMqExchange(BrokerService broker, int port) throws JMSException {
    super("activemq", port);
    this.broker = broker;
    int self = broker == null ? 1 : 0;
    ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(HOST + port);
    factory.setCopyMessageOnSend(false);
    connection = factory.createConnection();
    connection.start();
    session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    producer = session.createProducer(session.createQueue(QUEUES[1 - self]));
    producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
    consumer = session.createConsumer(session.createQueue(QUEUES[self]));
  }

  static ActiveMqExchange listen() throws Exception {
    BrokerService broker = new BrokerService();
    broker.setPersistent(false);
    broker.setUseJmx(false);
    broker.setAdvisorySupport(false);
    broker.setUseShutdownHook(false);
    broker.addConnector(HOST + "0");
    broker.start();
    broker.waitUntilStarted();
    int port = broker.getTransportConnectors().get(0).getConnectUri().getPort();
    return new ActiveMqExchange(broker, port);
  }

  static ActiveMqExchange connect(int port) throws JMSException {
    return new ActiveMqExchange(null, port);
  }

  @Override
  public void send() throws JMSException {
    BytesMessage sent = session.createBytesMessage();
    sent.writeBytes(message());
    producer.send(sent);
  }

  @Override
  public void receive() throws JMSException, IOException {
    BytesMessage received = (BytesMessage) consumer.receive(BOUND_MS);
    if (received == null || received.readBytes(message()) != message().length) {
      throw new IOException("no message of " + message().length + " bytes");
    }
  }

  @Override
  public void close() throws IOException {
    try {
      connection.close();
      if (broker != null) {
        broker.stop();
      }
    } catch (Exception e) { // the broker's stop() declares it
      throw new IOException("ActiveMQ does not end", e);
    }
  }
}
