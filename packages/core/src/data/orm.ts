import type { EntitySchema, Transaction as OrmTransaction } from '@mikro-orm/core'
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { boundDriver } from './bound-statements.ts'
import type { EntityScope } from './scoped.ts'
import { createDetachedSql, createSql } from './statements.ts'
import type { Transaction } from './transaction.ts'

/** Any entity a module declares. */
// Properties are in a contravariant position of EntitySchema, hence the hole.
export type AnyEntity = EntitySchema<any>

/** Discovers the entities. No connection is opened: every statement goes through a unit of work. */
export async function createOrm(entities: readonly AnyEntity[]): Promise<MikroORM> {
  return MikroORM.init({
    dbName: 'plinth',
    driver: boundDriver,
    entities: [...entities],
    driverOptions: createDetachedSql(),
    discovery: { warnWhenNoEntities: false },
    forceUtcTimezone: true,
    ensureDatabase: false,
  })
}

/** An entity manager inside `transaction`, filtered to `scope`. */
export function createManager(orm: MikroORM, transaction: Transaction, scope: EntityScope): EntityManager {
  const em = orm.em.fork({ clear: true, freshEventManager: true })
  em.setFilterParams('tenant', { ...scope })
  em.setFilterParams('organization', { ...scope })
  em.setTransactionContext(
    createSql(transaction, scope.system ? 'system' : 'app', 'entity') as unknown as OrmTransaction,
  )
  return em
}

/** What may be done with entities where nothing is written. */
export type Reader = Pick<
  EntityManager,
  'find' | 'findOne' | 'findOneOrFail' | 'findAndCount' | 'findAll' | 'count' | 'populate' | 'getReference'
>

/**
 * What may be done with entities in a command. Transactions, forks and raw connections are not among it: a command is
 * one transaction. Bulk statements go through `db`, where the database records them like any other write.
 */
export type Writer = Reader &
  Pick<
    EntityManager,
    'create' | 'assign' | 'persist' | 'remove' | 'flush' | 'lock' | 'refresh' | 'upsert' | 'upsertMany'
  >
