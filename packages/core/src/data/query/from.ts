import type {
  AliasedExpression,
  DeleteQueryBuilder,
  DeleteResult,
  Nullable,
  SelectQueryBuilder,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely'
import type { Declared, NewRow, RelationsOf, Row } from './row-types.ts'
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
  /** The same rows inside a query: for sub-selects and joins. */
  table<T extends object, const A extends string>(entity: Declared<T>, alias: A): AliasedExpression<Row<T>, A>
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
   * Inserts a row in one statement, in a command, with the same defaults as `em.create`. `onConflict` can refer to the existing
   * row as `stored`, and also sets `updatedAt` when it updates the row.
   *
   * @example
   * const { id } = await from.insert(Ticket, { title, dueAt }).returning('id').executeTakeFirstOrThrow()
   */
  insert<T extends object, const V extends OwnRow<T>>(entity: Declared<T>, row: Exactly<V, OwnRow<T>>): Insert<T>
}

/** `from` of the platform itself, which can insert rows of any tenant. */
export type SystemFrom = From & {
  insert<T extends object, const V extends NewRow<T>>(entity: Declared<T>, row: Exactly<V, NewRow<T>>): Insert<T>
}

/** Creates the `from` of a unit of work. */
export function createFrom(tables: Tables, db: Sql, scope: EntityScope): SystemFrom {
  const begin = (entity: Declared, alias: string, joins: Readonly<Record<string, string>> = {}) => {
    const whole = db.selectFrom(tables.visible(entity, alias, scope))
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
  return Object.assign(begin, { table, deleted, update, delete: remove, insert }) as unknown as SystemFrom
}
