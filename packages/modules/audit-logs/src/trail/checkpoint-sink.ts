/**
 * Where a host stores checkpoints out of reach of the database owner (decision: External checkpoints): a file on another machine,
 * an append-only object store, another service.
 */
export interface CheckpointSink {
  /**
   * Appends lines of text and resolves when they are stored safely. At most 1,000 per call, each below 1,000 characters and
   * without a line break. After a failure, or 30 seconds, the same lines are sent again; duplicates do no harm.
   */
  append(lines: readonly string[]): Promise<void>
  /** Returns all lines appended by any host that uses the database, in any order. */
  read(): AsyncIterable<string>
}
