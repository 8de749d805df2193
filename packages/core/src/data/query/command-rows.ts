import { type RawBuilder, sql } from 'kysely'
import { brokenSetup, notFound } from '../../errors.ts'
import { toWords } from './entity-names.ts'
import { STORED } from './new-rows.ts'
import { type CommandReads, dropCheck } from './row-locks.ts'
import type { Declared } from './row-types.ts'
import type { EntityScope } from './scope.ts'
import type { Sql } from './sql.ts'
import type { StoredTable, Tables } from './tables.ts'

type AnyRow = Readonly<Record<string, unknown>>
type Which = string | AnyRow

/** Where the rows of a command come from. */
interface CommandSource {
  readonly tables: Tables
  /** Sends statements unchanged. */
  readonly db: Sql
  readonly scope: EntityScope
  /** Missing outside of commands. */
  readonly reads: CommandReads | undefined
}

/**
 * Rows that a command locks, and writes one at a time: `from.lock`, `create`, `change` and `remove`.
 *
 * A row is a frozen value, as queries return it. The command knows the rows that it holds: each was locked by the statement that
 * read it, so it is what the database has, until the command itself writes another version. Whatever else is passed to `change`
 * or `remove` (an id, the result of a query, a version that was replaced) is locked and read again first. If that row has changed
 * since the command first read without a lock, the attempt ends and the command runs again (`CommandReads`).
 */
export class CommandRows {
  readonly #source: CommandSource

  constructor(source: CommandSource) {
    this.#source = source
  }

  async lock(entity: Declared, which: Which, missing?: () => Error): Promise<AnyRow> {
    const [row] = await this.lockAll(entity, typeof which === 'string' ? { id: which } : which)
    if (!row) throw missing ? missing() : notFound(toWords(entity))
    return row
  }

  async lockAll(entity: Declared, where: AnyRow): Promise<readonly AnyRow[]> {
    const { reads, db } = this.#command('lock')
    const table = this.#table(entity)
    const check = sql.raw(reads.checkOf(table.tableName, STORED))
    const order = typeof where['id'] === 'string' ? sql`` : sql` order by ${sql.ref(`${STORED}.id`)}`
    const { rows } = await sql<Record<string, unknown>>`select ${check}${table.columns} from ${table.aliased}
      where ${allOf([...table.matching(where), ...table.conditions])}${order}
      for no key update of ${sql.id(STORED)}`.execute(db)
    dropCheck(rows)
    return rows.map((row) => this.#hold(table, row))
  }

  async create(entity: Declared, row: AnyRow): Promise<AnyRow> {
    const { db, scope, tables } = this.#command('create')
    const table = this.#table(entity)
    const values = tables.added(entity).rows.toValues(row, scope)
    const { rows } = await sql<AnyRow>`insert into ${table.name} ${values} returning ${table.columns}`.execute(db)
    return this.#hold(table, rows[0]!)
  }

  async change(entity: Declared, which: Which, values: AnyRow): Promise<AnyRow> {
    const { db, scope } = this.#command('change')
    const table = this.#table(entity)
    const row = await this.#heldRow(entity, which)
    const changed = table.changes.of(row, values, scope)
    if (!changed) return row
    const assignments = [...changed].map(([name, value]) => sql`${sql.id(table.columnOf(name))} = ${value}`)
    const { rows } = await sql<AnyRow>`update ${table.aliased} set ${sql.join(assignments)}
      where ${isRow(table, row)} returning ${table.columns}`.execute(db)
    // The command itself may have deleted it, with its parent.
    if (!rows[0]) throw notFound(toWords(entity))
    return this.#hold(table, rows[0])
  }

  async remove(entity: Declared, which: Which): Promise<void> {
    const { db, reads } = this.#command('remove')
    const table = this.#table(entity)
    const row = await this.#heldRow(entity, which)
    await sql`delete from ${table.aliased} where ${isRow(table, row)}`.execute(db)
    reads.held.letGo(table.tableName, row)
  }

  /** The row, if it is held in this version; otherwise, locks it. */
  async #heldRow(entity: Declared, which: Which): Promise<AnyRow> {
    if (typeof which === 'string') return this.lock(entity, which)
    const { tableName } = this.#table(entity)
    return this.#source.reads?.held.has(tableName, which) ? which : this.lock(entity, { id: which['id'] })
  }

  #hold<R extends AnyRow>({ tableName }: StoredTable, row: R): R {
    this.#source.reads?.held.hold(tableName, row)
    return Object.freeze(row)
  }

  #table(entity: Declared): StoredTable {
    return this.#source.tables.stored(entity, this.#source.scope)
  }

  #command(verb: string): CommandSource & { readonly reads: CommandReads } {
    const { reads } = this.#source
    if (!reads) throw brokenSetup(`\`from.${verb}\` is only available in commands; read rows with a query instead`)
    return { ...this.#source, reads }
  }
}

const isRow = ({ conditions }: StoredTable, { id }: AnyRow): RawBuilder<unknown> =>
  allOf([sql`${sql.ref(`${STORED}.id`)} = ${id}`, ...conditions])

const allOf = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
