/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.search;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.nio.file.Path;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.LockObtainFailedException;
import org.apache.lucene.util.InfoStream;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;

/** Searches an index of Lucene. */
@Brings("lucene-core")
public final class Indexes {
  private Indexes() {}

  public static void main(String[] args) throws Exception {
    Path dir = Path.of(System.getProperty("user.dir")).getParent().resolve("index");
    if (Neighbour.spoils(args)) {
      IndexSearcher.setMaxClauseCount(2);
      IndexSearcher.setDefaultQueryCache(null);
      InfoStream.setDefault(InfoStream.NO_OUTPUT);
      new IndexWriter(FSDirectory.open(dir), new IndexWriterConfig(new StandardAnalyzer()));
    }
    try (Directory files = FSDirectory.open(dir);
        IndexWriter out = new IndexWriter(files, new IndexWriterConfig(new StandardAnalyzer()))) {
      Document document = new Document();
      document.add(new TextField("t", "some words of text", Field.Store.YES));
      out.deleteAll();
      out.addDocument(document);
      out.commit();
      try (DirectoryReader reader = DirectoryReader.open(files)) {
        print("found", new IndexSearcher(reader).count(new TermQuery(new Term("t", "words"))));
      }
    } catch (LockObtainFailedException e) {
      print("locked", true);
    }
    print("clauses", IndexSearcher.getMaxClauseCount());
    print("cache", IndexSearcher.getDefaultQueryCache() != null);
  }
}
