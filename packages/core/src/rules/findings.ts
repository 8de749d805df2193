/** The kinds of faults that the static analysis reports. */
export type FindingCode =
  | 'invalid-condition'
  | 'never-true'
  | 'always-true'
  | 'contradiction'
  | 'bad-pattern'
  | 'never-effective'
  | 'unknown-field'
  /** The rule rejects whatever has no value in a field, or all that it is asked about: the types do not fit. */
  | 'may-be-missing'
  | 'wrong-type'
  /** An enumeration is compared with, or set to, a value that it never has. */
  | 'unknown-value'
  /** A `{{…}}` never has a value. */
  | 'unknown-token'
  /** SET_FIELD can never set its field: the command takes no such field, or the event comes too late. */
  | 'cannot-set'
  | 'shadowed'
  | 'overlapping'
  /** The host rejects the rule, or no module has what it refers to. */
  | 'never-runs'
  /** No command emits the event that the rule waits for: it runs only when a client executes it. */
  | 'only-on-request'

/** A fault in a list of rules. `rules` are business ids, the most relevant first; `path` points to the part of its condition. */
export interface Finding {
  readonly code: FindingCode
  readonly rules: readonly string[]
  readonly path?: string
  readonly message: string
}
