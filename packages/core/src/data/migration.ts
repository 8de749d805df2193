/** One step of a module's schema. Append-only: once released, its text never changes. */
export interface Migration {
  readonly id: string
  readonly sql: string
}

/**
 * Declares a migration. `id` sorts by nothing: a module's migrations run in the order in which it lists them.
 * The SQL may use `plinth.scoped_table` and `plinth.protect` (see docs/2-modules.md).
 */
export function defineMigration(id: string, sql: string): Migration {
  return Object.freeze({ id, sql })
}
