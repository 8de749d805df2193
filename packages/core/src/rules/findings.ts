/** What the static analysis can find. */
export type FindingCode =
  | 'invalid-condition'
  | 'never-true'
  | 'always-true'
  | 'contradiction'
  | 'bad-pattern'
  | 'never-effective'
  | 'unknown-field'
  | 'shadowed'
  | 'overlapping'
  /** Something that the host refuses, or that no module has. */
  | 'never-runs'
  /** No command raises what the rule waits for: it runs where a client executes it. */
  | 'only-on-request'

/** A fault in a list of rules. `rules` are business ids, the one to look at first; `path` leads to the part of its condition. */
export interface Finding {
  readonly code: FindingCode
  readonly rules: readonly string[]
  readonly path?: string
  readonly message: string
}
