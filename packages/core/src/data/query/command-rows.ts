import { type RawBuilder, sql } from 'kysely'
import { brokenSetup, notFound } from '../../errors.ts'
import type { AmountProblem } from './amounts.ts'
import { toWords } from './entity-names.ts'
import { STORED } from './new-rows.ts'
import { CHECK, type CommandReads } from './row-locks.ts'
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

/** Values for a row that is stored; null for a new one. */
interface PreviewedWrite {
  readonly row: AnyRow | null
  readonly values: AnyRow
}

/** A locked row, in the last version that the command has seen. */
interface HeldRow {
  readonly row: AnyRow
  /** Where the server stores this version; each other version is elsewhere. */
  readonly place: unknown
  /** How many statements may have changed it by then (`CommandReads.writes`). */
  readonly writes: number
}

/**
 * Rows that a command locks, and writes one at a time: `from.lock`, `create`, `change` and `remove`.
 *
 * A row is a frozen value, as queries return it. The command knows the rows that it has locked, each in the last version that it
 * has seen. Nobody else can change them, but its own statements can: by `from.update`, a trigger, or a function. Therefore a row is
 * locked again only after such a statement, `change` compares with the version that is known, and the statement that writes
 * requires that version. If it is no longer there, the row is read again. Whatever else is passed to `change` or `remove` (an id,
 * the result of a query) is locked first. If that row has changed since the command first read without a lock, the attempt ends and
 * the command runs again (`CommandReads`).
 */
export class CommandRows {
  readonly #source: CommandSource
  /** For statements that do nothing but lock rows. */
  readonly #locks: Sql
  readonly #held = new Map<string, HeldRow>()
  readonly #tables = new Map<Declared, StoredTable>()

  constructor(source: CommandSource) {
    const { db, reads } = source
    this.#source = source
    this.#locks = reads ? db.withPlugin(reads.locker) : db
  }

  async lock(entity: Declared, which: Which, missing?: () => Error): Promise<AnyRow> {
    return this.#current(entity, which) ?? (await this.#lockOne(entity, which, missing)).row
  }

  async lockAll(entity: Declared, where: AnyRow): Promise<readonly AnyRow[]> {
    return (await this.#lockEach(entity, where)).map(({ row }) => row)
  }

  async create(entity: Declared, row: AnyRow): Promise<AnyRow> {
    const { db, reads, scope, tables } = this.#command('create')
    const table = this.#table(entity)
    const values = tables.added(entity).rows.toValues(row, scope)
    const writes = reads.writes + 1
    const { rows } = await sql<AnyRow>`insert into ${table.name} ${values} returning ${versionOf(table)}`.execute(db)
    return this.#hold(table, rows[0]!, writes).row
  }

  async change(entity: Declared, which: Which, values: AnyRow): Promise<AnyRow> {
    const { reads } = this.#command('change')
    const table = this.#table(entity)
    const held = this.#find(table, which)
    const row = held && (await this.#write(table, held, values))
    if (row && (row !== held.row || held.writes === reads.writes)) return row
    const changed = await this.#write(table, await this.#lockOne(entity, idOf(which)), values)
    if (!changed) throw notFound(toWords(entity))
    return changed
  }

  async remove(entity: Declared, which: Which): Promise<void> {
    const { db } = this.#command('remove')
    const table = this.#table(entity)
    const { row } = this.#find(table, which) ?? (await this.#lockOne(entity, idOf(which)))
    await sql`delete from ${table.aliased} where ${isRow(table, row)}`.execute(db)
    this.#held.delete(keyOf(table, row))
  }

  /** Inserts rows, with one statement for those that set the same properties. Returns their ids in the order of the rows. */
  async createAll(entity: Declared, rows: readonly AnyRow[]): Promise<readonly string[]> {
    const { db, scope, tables } = this.#command('createAll')
    const { name } = this.#table(entity)
    const created: string[] = []
    for (const { columns, common, records, ids } of tables.added(entity).rows.toRecords(rows, scope)) {
      const shared = Object.keys(common)
      const names = sql.join([...columns, ...shared].map((column) => sql.id(column)))
      const values = sql.join([...columns.map((one) => sql.id('n', one)), ...shared.map((one) => sql.id('c', one))])
      await sql`insert into ${name} (${names}) select ${values}
        from json_populate_recordset(null::${name}, ${JSON.stringify(records)}::json) n,
          json_populate_record(null::${name}, ${JSON.stringify(common)}::json) c`.execute(db)
      for (const [index, id] of ids) created[index] = String(id)
    }
    return created
  }

  /**
   * Writes what differs from the rows, which must be locked, in one statement. Returns how many rows differ. `values` has those of
   * each row in the order of the rows.
   */
  async changeAll(entity: Declared, rows: readonly AnyRow[], values: readonly AnyRow[]): Promise<number> {
    const { db, scope } = this.#command('changeAll')
    const table = this.#table(entity)
    const changed = rows.flatMap((row, at) => {
      const set = table.changes.asJson(row, values[at]!, scope)
      return set ? [{ id: row['id'], set }] : []
    })
    if (changed.length === 0) return 0
    const columns = [...new Set(changed.flatMap(({ set }) => Object.keys(set)))]
    const isOfRow = allOf([sql`${sql.ref(`${STORED}.id`)} = n.id`, ...table.conditions])
    if (changed.every(({ set }) => Object.keys(set).length === columns.length)) {
      const assignments = columns.map((column) => sql`${sql.id(column)} = ${sql.id('n', column)}`)
      for (const { id, set } of changed) set['id'] = id
      const records = JSON.stringify(changed.map(({ set }) => set))
      await sql`update ${table.aliased} set ${sql.join(assignments)}
        from jsonb_populate_recordset(null::${table.name}, ${records}::jsonb) n where ${isOfRow}`.execute(db)
      return changed.length
    }
    const assignments = columns.map((column) => {
      const name = sql.id(column)
      return sql`${name} = case when n.set ? ${sql.lit(column)} then (n.written).${name} else ${sql.id(STORED)}.${name} end`
    })
    await sql`update ${table.aliased} set ${sql.join(assignments)} from (
        select c.id, c.set, jsonb_populate_record(null::${table.name}, c.set) as written
        from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) c (id uuid, set jsonb) offset 0) n
      where ${isOfRow}`.execute(db)
    return changed.length
  }

  /** Deletes rows in one statement. */
  async removeAll(entity: Declared, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    const { db } = this.#command('removeAll')
    const table = this.#table(entity)
    await sql`delete from ${table.aliased} where ${allOf([
      sql`${sql.ref(`${STORED}.id`)} = any (${ids}::uuid[])`,
      ...table.conditions,
    ])}`.execute(db)
  }

  /** What is wrong with the amounts of a row that is about to be written, which the statement would refuse. */
  findProblem(entity: Declared, { row, values }: PreviewedWrite): AmountProblem | undefined {
    return row
      ? this.#table(entity).changes.findProblem(row, values)
      : this.#command('createAll').tables.added(entity).rows.findProblem(values)
  }

  /** Rows as they would be if these values were written: to a row that is stored, or to a new one. */
  async preview(entity: Declared, writes: readonly PreviewedWrite[]): Promise<readonly AnyRow[]> {
    if (writes.length === 0) return []
    const { db, scope, tables } = this.#command('preview')
    const { name, columns, changes, tableName } = this.#table(entity)
    const added = tables.added(entity).rows
    const records = writes.map(({ row, values }) => {
      if (row) return changes.wholeAsJson(row, values, scope)
      const [set] = added.toRecords([values], scope)
      return { ...set!.common, ...set!.records[0] }
    })
    const completed = sql`plinth.completed_rows(${sql.lit(tableName)}::regclass, ${JSON.stringify(records)}::jsonb)`
    const { rows } = await sql<AnyRow>`
      select ${columns} from jsonb_populate_recordset(null::${name}, ${completed})`.execute(db)
    return rows
  }

  async #lockOne(entity: Declared, which: Which, missing?: () => Error): Promise<HeldRow> {
    const [held] = await this.#lockEach(entity, typeof which === 'string' ? { id: which } : which)
    if (!held) throw missing ? missing() : notFound(toWords(entity))
    return held
  }

  async #lockEach(entity: Declared, where: AnyRow): Promise<readonly HeldRow[]> {
    const { reads } = this.#command('lock')
    const table = this.#table(entity)
    const check = sql.raw(reads.checkOf(table.tableName, STORED))
    const order = typeof where['id'] === 'string' ? table.few : sql` order by ${sql.ref(`${STORED}.id`)}`
    const { writes } = reads
    const { rows } = await sql<AnyRow>`select ${versionOf(table)}${check} from ${table.aliased}
      where ${allOf([...table.matching(where), ...table.conditions])}${order}
      for no key update of ${sql.id(STORED)}`.execute(this.#locks)
    return rows.map((row) => this.#hold(table, row, writes))
  }

  /** Writes what differs, and returns the row as it is then. Undefined if the row is not in this version any more. */
  async #write(table: StoredTable, { row, place }: HeldRow, values: AnyRow): Promise<AnyRow | undefined> {
    const { db, reads, scope } = this.#command('change')
    const changed = table.changes.of(row, values, scope)
    if (!changed) return row
    const assignments = [...changed].map(([name, value]) => sql`${sql.id(table.columnOf(name))} = ${value}`)
    const writes = reads.writes + 1
    const { rows } = await sql<AnyRow>`update ${table.aliased} set ${sql.join(assignments)}
      where ${isRow(table, row)} and ${placeIn(STORED)} = ${place} returning ${versionOf(table)}`.execute(db)
    return rows[0] && this.#hold(table, rows[0], writes).row
  }

  #hold(table: StoredTable, version: Record<string, unknown>, writes: number): HeldRow {
    const { [PLACE]: place } = version
    delete version[CHECK]
    delete version[PLACE]
    const held = { row: Object.freeze(version), place, writes }
    this.#held.set(keyOf(table, version), held)
    return held
  }

  /** A locked row that nothing can have changed since. */
  #current(entity: Declared, which: Which): AnyRow | undefined {
    const { id, ...others } = typeof which === 'string' ? { id: which } : which
    const held = this.#held.get(keyOf(this.#table(entity), { id }))
    if (!held || held.writes !== this.#command('lock').reads.writes) return undefined
    const { row } = held
    return Object.entries(others).every(([name, value]) => [value].flat().includes(row[name])) ? row : undefined
  }

  #find(table: StoredTable, which: Which): HeldRow | undefined {
    return this.#held.get(keyOf(table, { id: idOf(which) }))
  }

  #table(entity: Declared): StoredTable {
    let table = this.#tables.get(entity)
    if (!table) this.#tables.set(entity, (table = this.#source.tables.stored(entity, this.#source.scope)))
    return table
  }

  #command(verb: string): CommandSource & { readonly reads: CommandReads } {
    const { reads } = this.#source
    if (!reads) throw brokenSetup(`\`from.${verb}\` is only available in commands; read rows with a query instead`)
    return { ...this.#source, reads }
  }
}

/** The name of the column that says where a version is stored. */
const PLACE = 'plinth_place'

const placeIn = (alias: string) => sql.ref(`${alias}.ctid`)

/** The columns of a row and of its version. */
const versionOf = ({ columns }: StoredTable) => sql`${columns}, ${placeIn(STORED)} as ${sql.id(PLACE)}`

const isRow = ({ conditions, few }: StoredTable, { id }: AnyRow): RawBuilder<unknown> =>
  allOf([sql`${sql.ref(`${STORED}.id`)} = ${id}${few}`, ...conditions])

const allOf = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

const idOf = (which: Which): string => (typeof which === 'string' ? which : String(which['id']))

const keyOf = ({ tableName }: StoredTable, { id }: AnyRow) => `${tableName} ${String(id)}`
