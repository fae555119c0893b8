/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.rewriting;

import static org.objectweb.asm.Opcodes.ASM9;

import org.hpcreuse.cleanup.initializer.StaticUses;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;

/**
 * Has methods of objects ask before each use of their own class's static members: an object that
 * was deserialised was made by no constructor. Not at their head: the JVM lets a thread run them
 * while another one runs the initialiser, which may wait for that thread.
 */
final class OwnUses extends ClassVisitor implements StaticUses.Questions {
  private final ClassFacts facts;

  /**
   * For a class that can be initialised again.
   *
   * @param next receives it
   */
  OwnUses(ClassVisitor next, ClassFacts facts) {
    super(ASM9, next);
    this.facts = facts;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    return ClassFacts.isEntry(access, name) ? next : StaticUses.in(next, this);
  }

  @Override
  public void field(MethodVisitor code, String named, String field, String descriptor) {
    ask(code, named, new ClassFacts.Member(field, descriptor));
  }

  @Override
  public void method(MethodVisitor code, String named, String method, String descriptor) {
    ask(code, named, new ClassFacts.Member(method, descriptor));
  }

  private void ask(MethodVisitor code, String named, ClassFacts.Member member) {
    if (named.equals(facts.name()) && facts.watches(member)) {
      StaticUses.ask(code, named, named);
    }
  }
}
