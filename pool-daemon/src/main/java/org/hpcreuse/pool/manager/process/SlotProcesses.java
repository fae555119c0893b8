/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.process;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.hpcreuse.protocol.ProcessIdentity;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.files.WholeFile;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.option.SlotClass;

/**
 * Starts slots and mpirun as children, each in a session of its own so that a terminal's signals
 * reach the manager alone, with their output in the pool's log directory. Orphans among their
 * descendants come to the manager (prctl(2), PR_SET_CHILD_SUBREAPER), however often they fork.
 */
public final class SlotProcesses implements ProcessStarter {
  private static final String MPIRUN_LOG = "mpirun.log";
  private static final Logger LOG = Logger.getLogger(SlotProcesses.class.getName());
  private static final int PR_SET_CHILD_SUBREAPER = 36;
  private static final int WNOHANG = 1;

  static {
    Native.register(SlotProcesses.class, "c");
  }

  private final PoolFiles files;
  private final MpiFiles mpiFiles;
  private final SlotOutputFiles outputs;

  /** Of a file that processes write to, one after the other; an older one stays besides. */
  private static final long MAX_LOG_BYTES = 16L << 20;

  private final Set<ProcessIdentity> started = new HashSet<>();

  public SlotProcesses(PoolFiles files) {
    this.files = files;
    mpiFiles = new MpiFiles(files.mpiFiles(), files.socket().getParent());
    outputs = new SlotOutputFiles(files.logs());
    takeOrphans();
  }

  private static native int prctl(int option, long value, long third, long fourth, long fifth)
      throws LastErrorException;

  private static native int waitpid(int pid, Pointer status, int options) throws LastErrorException;

  private static void takeOrphans() {
    try {
      prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    } catch (LastErrorException e) { // before Linux 3.4
      throw new IllegalStateException("orphans do not come here: prctl, " + e.getMessage(), e);
    }
  }

  @Override
  public Child startSlot(int number, int heapMb) throws IOException {
    linkLib(files);
    Child slot =
        start(SlotCommand.forProcess(files, heapMb, number), SlotOutputFiles.nameOf(number));
    ProcessIdentity.of(slot.handle().pid()).ifPresent(process -> outputs.started(number, process));
    outputs.removeOld();
    return slot;
  }

  @Override
  public Path mpirunLog() {
    return files.logs().resolve(MPIRUN_LOG);
  }

  @Override
  public Child startMpirun(List<SlotClass> groups) throws IOException {
    linkLib(files);
    boolean asRoot = Files.getOwner(Path.of("/proc/self")).getName().equals("root");
    MpiParameters parameters =
        MpiParameters.of(SlotCommand.words(files.get(Options.MPIRUN)).get(0));
    Child mpirun =
        start(MpirunCommand.of(files, groups, mpiFiles.make(), asRoot, parameters), MPIRUN_LOG);
    notePid(mpirun.handle().pid());
    return mpirun;
  }

  /** Makes the link by which the commands of slots name jars, or has it lead to these. */
  static void linkLib(PoolFiles files) throws IOException {
    Path target = Path.of(files.get(Options.LIB_DIR)).toAbsolutePath();
    Path link = files.lib();
    if (Files.isSymbolicLink(link) && Files.readSymbolicLink(link).equals(target)) {
      return;
    }
    if (Files.exists(link, LinkOption.NOFOLLOW_LINKS) && !Files.isSymbolicLink(link)) {
      throw new IOException(link + " must be a link to " + target + ", and is something else");
    }
    Path fresh = link.resolveSibling("lib.new");
    Files.deleteIfExists(fresh);
    Files.createSymbolicLink(fresh, target);
    Files.move(fresh, link, StandardCopyOption.ATOMIC_MOVE);
  }

  /** For people; the manager has it from the recovery file. So mpirun goes on without. */
  private void notePid(long mpirun) {
    try {
      WholeFile.write(files.mpirunPid(), List.of(Long.toString(mpirun)));
    } catch (IOException e) {
      LOG.log(Level.WARNING, "cannot write " + files.mpirunPid(), e);
    }
  }

  @Override
  public void removeMpiFiles() {
    mpiFiles.remove();
  }

  @Override
  public List<ProcessIdentity> orphans() {
    started.removeIf(ProcessIdentity::isGone);
    List<ProcessIdentity> orphans = new ArrayList<>();
    ProcessHandle.current()
        .children()
        .map(child -> ProcessIdentity.of(child.pid()))
        .flatMap(Optional::stream)
        .filter(child -> !started.contains(child))
        .forEach(
            orphan -> {
              if (orphan.isGone()) {
                reap(orphan.pid());
              } else {
                orphans.add(orphan);
              }
            });
    return orphans;
  }

  /** Takes away what is left of an ended child that Java has not started, and does not wait for. */
  private static void reap(long pid) {
    try {
      waitpid((int) pid, null, WNOHANG);
    } catch (LastErrorException e) {
      LOG.log(Level.FINE, "nothing is left of it", e);
    }
  }

  private Child start(List<String> command, String logName) throws IOException {
    Files.createDirectories(files.logs());
    Path log = files.logs().resolve(logName);
    if (log.toFile().length() >= MAX_LOG_BYTES) {
      Files.move(log, log.resolveSibling(logName + ".1"), StandardCopyOption.REPLACE_EXISTING);
    }
    // Java's children are no group leaders, so that setsid execs in place and the pid stays.
    List<String> words = new ArrayList<>(List.of("setsid"));
    words.addAll(command);
    Process process =
        new ProcessBuilder(words)
            .directory(files.dir().toFile())
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    ProcessIdentity.of(process.pid()).ifPresent(started::add);
    return new Child(process.toHandle(), log);
  }
}
