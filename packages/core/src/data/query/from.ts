import type {
  AliasedExpression,
  DeleteQueryBuilder,
  DeleteResult,
  Nullable,
  RawBuilder,
  SelectQueryBuilder,
  SqlBool,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely'
import { brokenSetup } from '../../errors.ts'
import { CommandRows } from './command-rows.ts'
import { fewRows } from './few-rows.ts'
import type { CommandReads } from './row-locks.ts'
import type { Changes, Declared, Matching, NewRow, RelationsOf, Row, StoredRow } from './row-types.ts'
import type { EntityScope } from './scope.ts'
import type { Sql } from './sql.ts'
import type { Exactly, Insert, OwnRow } from './new-rows.ts'
import type { Tables } from './tables.ts'

/** The source of a hand-written query: the entity under the alias. */
export type AliasedRows<T, A extends string> = { readonly [K in A]: Row<T> }

/** Names of relations, and aliases for the joined entities. */
export type Joins<T> = { readonly [K in keyof RelationsOf<T>]?: string }

type JoinedRows<T, J> = {
  readonly [K in keyof J & keyof RelationsOf<T> as J[K] & string]: Nullable<Row<RelationsOf<T>[K]>>
}

interface Identified {
  readonly id: string
}

/**
 * Starts a query on the rows of an entity, by property names, with Kysely's query builder. The conditions on the caller's tenant
 * and organizations are built in and cannot be omitted.
 *
 * @example
 * const late = await from(Ticket, 't').select(['t.id', 't.title']).where('t.dueAt', '<', now().toISOString()).execute()
 */
export interface From {
  <T extends object, const A extends string>(
    entity: Declared<T>,
    alias: A,
  ): SelectQueryBuilder<AliasedRows<T, A>, A, {}>
  /**
   * The third argument joins declared relations: `from(Ticket, 't', { customer: 'c' })`. If there is no related row, or none
   * that the caller may see, its properties are null.
   */
  <T extends object, const A extends string, const J extends Joins<T>>(
    entity: Declared<T>,
    alias: A,
    joins: J,
  ): SelectQueryBuilder<AliasedRows<T, A> & JoinedRows<T, J>, A | (keyof JoinedRows<T, J> & string), {}>
  /**
   * Locks a row until the command ends, and returns it. Throws 404 with the name of the entity, or the given error, if there is no
   * such row or the caller may not see it. Only in commands.
   *
   * @example
   * const ticket = await from.lock(Ticket, id)
   * const line = await from.lock(Line, { id, ticketId }, () => notFound('Ticket line'))
   */
  lock<T extends object>(entity: Declared<T>, which: string | Matching<T>, missing?: () => Error): Promise<StoredRow<T>>
  /** Locks all matching rows, in the order of their ids. Only in commands. */
  lockAll<T extends object>(entity: Declared<T>, where: Matching<T>): Promise<readonly StoredRow<T>[]>
  /**
   * Inserts a row with the defaults of its entity, and returns it. Only in commands.
   *
   * @example
   * const { id } = await from.create(Ticket, { title, dueAt })
   */
  create<T extends object, const V extends OwnRow<T>>(
    entity: Declared<T>,
    row: Exactly<V, OwnRow<T>>,
  ): Promise<StoredRow<T>>
  /**
   * Writes the values that differ from those of a row, in one statement, and returns the row as it is then. If none differs, nothing
   * is written or recorded. `updatedAt` and search texts are set as well. Instead of a row that the command has locked, pass an id or
   * the result of a query: the row is locked first, and the command runs again if it has changed since. Only in commands.
   *
   * @example
   * await from.change(Ticket, ticket, { status: 'closed', closedAt: now() })
   */
  change<T extends object, const V extends Changes<T>>(
    entity: Declared<T>,
    row: string | Identified,
    values: Exactly<V, Changes<T>>,
  ): Promise<StoredRow<T>>
  /** Deletes a row, which is locked first as for `change`. Only in commands. */
  remove<T extends object>(entity: Declared<T>, row: string | Identified): Promise<void>
  /** The same rows inside a query: for sub-selects and joins. */
  table<T extends object, const A extends string>(entity: Declared<T>, alias: A): AliasedExpression<Row<T>, A>
  /**
   * The condition under which the caller sees a row, for SQL of your own in which the table has this alias.
   *
   * @example
   * const { rows } = await sql<{ id: string }>`select t.id from tickets t where ${from.isVisible(Ticket, 't')}`.execute(db)
   */
  isVisible(entity: Declared, alias: string): RawBuilder<SqlBool>
  /** Whether a row policy restricts which rows the caller sees, so that totals kept for everybody do not count for them. */
  isRestricted(entity: Declared): boolean
  /** A deleted row as the log recorded it, under the same conditions; no row if the log has none. */
  deleted<T extends object, const A extends string>(
    entity: Declared<T>,
    alias: A,
    id: string,
  ): AliasedExpression<Row<T>, A>
  /**
   * Updates the same rows in one statement, in a command: `from.update(Ticket, 't').set({ status }).where('t.id', '=', id)`.
   * `updatedAt` is set to the current time, unless the statement sets it.
   */
  update<T extends object, const A extends string>(
    entity: Declared<T>,
    alias: A,
  ): UpdateQueryBuilder<AliasedRows<T, A>, A, A, UpdateResult>
  /** Deletes the same rows in one statement, in a command. */
  delete<T extends object, const A extends string>(
    entity: Declared<T>,
    alias: A,
  ): DeleteQueryBuilder<AliasedRows<T, A>, A, DeleteResult>
  /**
   * Inserts a row in one statement, in a command, with the same defaults as `create`. `onConflict` can refer to the existing
   * row as `stored`, and also sets `updatedAt` when it updates the row.
   *
   * @example
   * const { id } = await from.insert(Ticket, { title, dueAt }).returning('id').executeTakeFirstOrThrow()
   */
  insert<T extends object, const V extends OwnRow<T>>(entity: Declared<T>, row: Exactly<V, OwnRow<T>>): Insert<T>
}

/** `from` of the platform itself, which can insert rows of any tenant. */
export type SystemFrom = From & {
  create<T extends object, const V extends NewRow<T>>(
    entity: Declared<T>,
    row: Exactly<V, NewRow<T>>,
  ): Promise<StoredRow<T>>
  insert<T extends object, const V extends NewRow<T>>(entity: Declared<T>, row: Exactly<V, NewRow<T>>): Insert<T>
}

/** What the rows of a unit of work are read from. */
interface Source {
  readonly tables: Tables
  readonly db: Sql
  readonly scope: EntityScope
  /** Only in commands. */
  readonly reads: CommandReads | undefined
}

/** Creates the `from` of a unit of work. */
export function createFrom({ tables, db: plain, scope, reads }: Source): SystemFrom {
  const db = reads ? plain.withPlugin(reads.builder) : plain
  const one = new CommandRows({ tables, db: plain, scope, reads })
  const selecting = (entity: Declared, alias: string) =>
    tables.followsRelations(entity, scope) ? db.withPlugin(fewRows(tables.tableOf(entity), alias)) : db
  const begin = (entity: Declared, alias: string, joins: Readonly<Record<string, string>> = {}) => {
    const whole = selecting(entity, alias).selectFrom(tables.visible(entity, alias, scope))
    return Object.entries(joins).reduce((query, [relation, joined]) => {
      const target = tables.target(entity, relation)
      const isOwned = tables.hasTenant(entity) && tables.hasTenant(target)
      return query.leftJoin(tables.visible(target, joined, scope), (join) => {
        const found = join.onRef(`${joined}.id`, '=', `${alias}.${relation}`)
        return isOwned ? found.onRef(`${joined}.tenantId`, '=', `${alias}.tenantId`) : found
      })
    }, whole)
  }
  const table = (entity: Declared, alias: string) => tables.visible(entity, alias, scope)
  const deleted = (entity: Declared, alias: string, id: string) => tables.deleted(entity, alias, { id, scope })
  const update = (entity: Declared, alias: string) => {
    const written = tables.written(entity, alias, scope)
    const rows = db.withPlugin(written.names).updateTable(written.table)
    return written.isVisible ? rows.where(written.isVisible) : rows
  }
  const remove = (entity: Declared, alias: string) => {
    const written = tables.written(entity, alias, scope)
    const rows = db.withPlugin(written.names).deleteFrom(written.table)
    return written.isVisible ? rows.where(written.isVisible) : rows
  }
  const insert = (entity: Declared, row: Readonly<Record<string, unknown>>) => {
    const { table, names, rows } = tables.added(entity)
    return db.withPlugin(names).insertInto(table).expression(rows.toValues(row, scope))
  }
  const made = Object.assign(begin, {
    table,
    isVisible: (entity: Declared, alias: string) => tables.isVisible(entity, alias, scope),
    isRestricted: (entity: Declared) => tables.isRestricted(entity, scope),
    deleted,
    update,
    delete: remove,
    insert,
    lock: one.lock.bind(one),
    lockAll: one.lockAll.bind(one),
    create: one.create.bind(one),
    change: one.change.bind(one),
    remove: one.remove.bind(one),
  }) as unknown as SystemFrom
  commandRows.set(made, one)
  return made
}

const commandRows = new WeakMap<From, CommandRows>()

/** Writes sets of rows, for what the platform itself derives from declarations. Only in commands. */
export function setsOf(
  from: From,
): Pick<CommandRows, 'createAll' | 'changeAll' | 'removeAll' | 'preview' | 'findProblem'> {
  const rows = commandRows.get(from)
  if (!rows) throw brokenSetup('`from` does not belong to a unit of work')
  return rows
}
