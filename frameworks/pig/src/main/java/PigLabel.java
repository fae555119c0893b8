/* SPDX-License-Identifier: Apache-2.0 */

import org.apache.pig.EvalFunc;
import org.apache.pig.data.Tuple;
import org.apache.pig.impl.util.UDFContext;

/**
 * {@code PigLabel(x)}: the property {@code run.label} of the job, as this class has read it first. It
 * keeps the value in a static field, as many functions keep a table. In a new process this is the value
 * of the own run.
 */
public final class PigLabel extends EvalFunc<String> {
  private static String label;

  @Override
  public String exec(Tuple input) {
    if (label == null) {
      label = UDFContext.getUDFContext().getJobConf().get("run.label");
    }
    return label;
  }
}
