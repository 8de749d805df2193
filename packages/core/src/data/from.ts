import type {
  AliasedExpression,
  DeleteQueryBuilder,
  DeleteResult,
  Nullable,
  SelectQueryBuilder,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely'
import type { Declared, RelationsOf, Row } from './properties.ts'
import type { EntityScope } from './scope.ts'
import type { Sql } from './statements.ts'
import type { Tables } from './tables.ts'

/** What a query of its own selects from: the entity under the alias. */
export type Rows<T, A extends string> = { readonly [K in A]: Row<T> }

/** Names of relations, and the aliases of what they lead to. */
export type Joins<T> = { readonly [K in keyof RelationsOf<T>]?: string }

type Joined<T, J> = {
  readonly [K in keyof J & keyof RelationsOf<T> as J[K] & string]: Nullable<Row<RelationsOf<T>[K]>>
}

/**
 * Begins a query on the rows of an entity, by its property names: Kysely's builder. The caller's tenant and organizations
 * are in it and cannot be left out.
 *
 * @example
 * const late = await from(Ticket, 't').select(['t.id', 't.title']).where('t.dueAt', '<', now().toISOString()).execute()
 */
export interface From {
  <T extends object, const A extends string>(entity: Declared<T>, alias: A): SelectQueryBuilder<Rows<T, A>, A, {}>
  /**
   * The third argument joins along declared relations: `from(Ticket, 't', { customer: 'c' })`. Where there is none, or
   * none that the caller may see, the members of the joined row are null.
   */
  <T extends object, const A extends string, const J extends Joins<T>>(
    entity: Declared<T>,
    alias: A,
    joins: J,
  ): SelectQueryBuilder<Rows<T, A> & Joined<T, J>, A | (keyof Joined<T, J> & string), {}>
  /** The same rows inside a query: to select from in a sub-select, or to join. */
  table<T extends object, const A extends string>(entity: Declared<T>, alias: A): AliasedExpression<Row<T>, A>
  /**
   * Changes the same rows in one statement, in a command: `from.update(Ticket, 't').set({ status }).where('t.id', '=', id)`.
   * `updatedAt` is a property like the others here.
   */
  update<T extends object, const A extends string>(
    entity: Declared<T>,
    alias: A,
  ): UpdateQueryBuilder<Rows<T, A>, A, A, UpdateResult>
  /** Deletes the same rows in one statement, in a command. */
  delete<T extends object, const A extends string>(
    entity: Declared<T>,
    alias: A,
  ): DeleteQueryBuilder<Rows<T, A>, A, DeleteResult>
}

/** Makes the `from` of one unit of work. */
export function createFrom(tables: Tables, db: Sql, scope: EntityScope): From {
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
  return Object.assign(begin, { table, update, delete: remove }) as unknown as From
}
