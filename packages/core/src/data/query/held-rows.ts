import type { CompiledQuery, KyselyPlugin } from 'kysely'

type Identified = { readonly id?: unknown }

/** The rows that a command has locked, each in the version that the database has. */
export class HeldRows {
  readonly #rows = new Map<string, object>()
  readonly #own = new WeakSet<CompiledQuery['queryId']>()

  /** Marks statements whose rows are held: they keep track of what they change. */
  readonly keeper: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      this.#own.add(queryId)
      return node
    },
    transformResult: async ({ result }) => result,
  }

  hold(table: string, row: Identified): void {
    this.#rows.set(keyOf(table, row), row)
  }

  letGo(table: string, row: Identified): void {
    this.#rows.delete(keyOf(table, row))
  }

  /** Whether the row is locked, and this is its current version. */
  has(table: string, row: Identified): boolean {
    return this.#rows.get(keyOf(table, row)) === row
  }

  /** After another statement that may write, what is held may differ from what is stored. */
  noteStatement({ sql, queryId }: CompiledQuery): void {
    if (this.#rows.size > 0 && !this.#own.has(queryId) && !isRead(sql)) this.#rows.clear()
  }
}

const isRead = (sql: string) =>
  /^\s*select\b/i.test(sql) || (/^\s*with\b/i.test(sql) && !/\b(insert|update|delete|merge)\b/i.test(sql))

const keyOf = (table: string, { id }: Identified) => `${table} ${String(id)}`
