/**
 * Where a host keeps checkpoints that whoever owns the database cannot reach (decision 46): a file on another machine,
 * an object store that deletes nothing, another service.
 */
export interface CheckpointSink {
  /**
   * Adds lines of text and resolves when they are safe. At most 1,000 at once, each below 1,000 characters and without a
   * line break. After a failure, or 30 seconds, the same lines come again: lines that are there twice do no harm.
   */
  append(lines: readonly string[]): Promise<void>
  /** All lines that were appended by any host of the database, in any order. */
  read(): AsyncIterable<string>
}
