/* SPDX-License-Identifier: Apache-2.0 */
/* A thread of native code that attaches itself to the JVM and looks a class up by its name. */
#include <jni.h>
#include <pthread.h>
#include <string.h>

static JavaVM *jvm;
static char name[256];
static char found[512];

static void *look(void *nothing) {
  JNIEnv *env;
  jclass type, meta;
  jmethodID text;
  jstring told;
  if ((*jvm)->AttachCurrentThread(jvm, (void **)&env, NULL) != JNI_OK) {
    return nothing;
  }
  type = (*env)->FindClass(env, name);
  if (type == NULL) {
    (*env)->ExceptionClear(env);
    strcpy(found, "none");
  } else {
    meta = (*env)->GetObjectClass(env, type);
    text = (*env)->GetMethodID(env, meta, "toString", "()Ljava/lang/String;");
    told = (*env)->CallObjectMethod(env, type, text);
    (*env)->GetStringUTFRegion(env, told, 0, (*env)->GetStringLength(env, told), found);
    text = (*env)->GetStaticMethodID(env, type, "called", "()V");
    if (text == NULL) {
      (*env)->ExceptionClear(env);
    } else {
      (*env)->CallStaticVoidMethod(env, type, text);
    }
  }
  (*jvm)->DetachCurrentThread(jvm);
  return nothing;
}

JNIEXPORT jstring JNICALL Java_org_hpcreuse_it_program_FindsClasses_find(
    JNIEnv *env, jclass caller, jstring wanted) {
  pthread_t thread;
  (void)caller;
  memset(name, 0, sizeof name);
  memset(found, 0, sizeof found);
  (*env)->GetStringUTFRegion(env, wanted, 0, (*env)->GetStringLength(env, wanted), name);
  (*env)->GetJavaVM(env, &jvm);
  pthread_create(&thread, NULL, look, NULL);
  pthread_join(thread, NULL);
  return (*env)->NewStringUTF(env, found);
}
