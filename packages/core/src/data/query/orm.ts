import {
  type Configuration,
  type CountOptions,
  type EntityData,
  type EntityName,
  type EntitySchema,
  type FilterQuery,
  type FindOneOptions,
  type FindOptions,
  isRaw,
  LockMode,
  type ObjectQuery,
  type Transaction as OrmTransaction,
} from '@mikro-orm/core'
import {
  AbstractSqlDriver,
  type AnyQueryBuilder,
  EntityManager,
  MikroORM,
  NativeQueryBuilder,
  PostgreSqlConnection,
  type PostgreSqlDriver,
  PostgreSqlPlatform,
} from '@mikro-orm/postgresql'
import { CompiledQuery, Kysely } from 'kysely'
import type { CommandReads, LockedRows, Send } from './row-locks.ts'
import type { EntityScope } from './scope.ts'
import { createSql, dialect, senderOf, type Sql, type VaryingText } from './sql.ts'
import type { Transaction } from '../connection/transaction.ts'

/** Any entity a module declares. */
// EntitySchema uses the properties contravariantly, hence `any`.
export type AnyEntity = EntitySchema<any>

/** Discovers the entities without opening a connection: every statement goes through a unit of work. */
export async function createOrm(entities: readonly AnyEntity[]): Promise<MikroORM> {
  return MikroORM.init({
    dbName: 'plinth',
    driver: boundDriver,
    entities: [...entities],
    driverOptions: createDetachedSql(),
    discovery: { warnWhenNoEntities: false },
    forceUtcTimezone: true,
    ensureDatabase: false,
    // Rows reached through relations are filtered by their own tenant and organizations, as in every list.
    autoJoinRefsForFilters: false,
  })
}

/** An entity manager inside `transaction`, filtered by `scope`. With `reads`, for commands, it locks what it loads. */
export function createManager(
  orm: MikroORM,
  transaction: Transaction,
  { scope, reads }: { readonly scope: EntityScope; readonly reads?: CommandReads | undefined },
): EntityManager {
  const em = orm.em.fork({ clear: true, freshEventManager: true })
  em.setFilterParams('tenant', { ...scope })
  em.setFilterParams('organization', { ...scope })
  const authority = scope.system ? 'system' : 'app'
  const sql = createSql(transaction, authority, 'entity')
  if (reads) commands.set(sql, { reads, send: senderOf(transaction, authority, 'entity') })
  em.setTransactionContext(sql as unknown as OrmTransaction)
  return em
}

/** The reads of command managers, by the transaction that sends their statements. */
const commands = new WeakMap<object, { readonly reads: CommandReads; readonly send: Send }>()

/** Conditions are copied: MikroORM mutates them, and the input of a command is frozen. */
class Manager extends EntityManager {
  protected override processWhere<
    T extends object,
    H extends string = never,
    F extends string = never,
    E extends string = never,
  >(
    ...[entity, where, options, type]: [
      entity: EntityName<T>,
      where: FilterQuery<T>,
      options: FindOptions<T, H, F, E> | FindOneOptions<T, H, F, E>,
      type: 'read' | 'update' | 'delete',
    ]
  ): Promise<FilterQuery<T>> {
    return super.processWhere(entity, copyOf(where) as FilterQuery<T>, options, type)
  }
}

/** Copies objects and arrays deeply, except for dates, entities and SQL fragments. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  const copy = { ...value } as Record<PropertyKey, unknown>
  for (const key of Reflect.ownKeys(copy)) copy[key] = copyOf(copy[key])
  return copy
}

/** The entity operations available where nothing is written. */
export type Reader = Pick<
  EntityManager,
  'find' | 'findOne' | 'findOneOrFail' | 'findAndCount' | 'findAll' | 'count' | 'populate' | 'getReference'
>

/**
 * The entity operations available in a command. Transactions, forks and raw connections are excluded, since a command is one
 * transaction. Use `db` for bulk statements, which the database records like any other write.
 */
export type Writer = Reader &
  Pick<
    EntityManager,
    'create' | 'assign' | 'persist' | 'remove' | 'flush' | 'lock' | 'refresh' | 'upsert' | 'upsertMany'
  >

/**
 * MikroORM's driver, with a connection that sends values as parameters instead of inside the text, so that PostgreSQL parses and
 * plans a statement once per connection.
 */
class BoundDriver extends AbstractSqlDriver<BoundConnection, PostgreSqlPlatform> {
  constructor(config: Configuration) {
    super(config, new PostgreSqlPlatform(), BoundConnection, ['kysely', 'pg'])
  }

  override createEntityManager(useContext?: boolean): never {
    return new Manager(this.config, this as unknown as PostgreSqlDriver, this.metadata, useContext) as never
  }

  /** In a command, the statement that loads rows locks them, unless its options say otherwise. */
  override find<T extends object, H extends string = never, F extends string = never, E extends string = never>(
    entity: EntityName<T>,
    where: ObjectQuery<T>,
    options: FindOptions<T, H, F, E> = {},
  ): Promise<EntityData<T>[]> {
    const command = commandOf(options)
    if (!command || (options.lockMode !== undefined && options.lockMode !== LockMode.NONE))
      return super.find(entity, where, options)
    const { tableName, virtual } = this.metadata.get(entity)
    if (virtual || options.lockMode === LockMode.NONE) return super.find(entity, where, unlocked(options, command))
    const loaded = { table: tableName, alias: '' }
    const ctx = boundTo((query) => command.reads.readLocked(loaded, query, command.send))
    roots.set(ctx, loaded)
    return super.find(entity, where, { ...options, ctx, lockMode: LockMode.PESSIMISTIC_WRITE })
  }

  /** The first builder of a locking query is that of the entity it loads; others build its sub-selects. */
  override createQueryBuilder<T extends object>(
    ...[entity, ctx, ...rest]: Parameters<typeof AbstractSqlDriver.prototype.createQueryBuilder<T>>
  ): AnyQueryBuilder<T> {
    const builder = super.createQueryBuilder<T>(entity, ctx, ...rest)
    const loaded = ctx && roots.get(ctx)
    if (loaded?.alias === '') loaded.alias = builder.alias
    return builder
  }

  override count<T extends object>(
    entity: EntityName<T>,
    where: FilterQuery<T>,
    options: CountOptions<T> = {},
  ): Promise<number> {
    const command = commandOf(options)
    return super.count(entity, where, command ? unlocked(options, command) : options)
  }
}

/** What a locking query loads, by the transaction that is passed to the driver. */
const roots = new WeakMap<object, LoadedRows>()

type LoadedRows = { -readonly [K in keyof LockedRows]: LockedRows[K] }

type CommandSender = NonNullable<ReturnType<typeof commands.get>>

/** The command to which an ORM call belongs. */
function commandOf(options: object): CommandSender | undefined {
  const { ctx } = options as { readonly ctx?: object }
  return ctx && commands.get(ctx)
}

const unlocked = <O extends object>(options: O, { reads, send }: CommandSender): O => ({
  ...options,
  ctx: boundTo((query) => reads.readUnlocked(query, send)),
})

/** Passes the sender of a query to the driver. */
const boundTo = (executeQuery: Send) => ({ executeQuery }) as unknown as OrmTransaction

/** Typed as MikroORM's options require. */
const boundDriver = BoundDriver as unknown as typeof PostgreSqlDriver

class BoundConnection extends PostgreSqlConnection {
  override async execute<T>(
    ...[query, params = [], method = 'all', transaction]: Parameters<PostgreSqlConnection['execute']>
  ): Promise<T> {
    const { sql, params: values } =
      query instanceof NativeQueryBuilder ? query.toRaw() : isRaw(query) ? query : { sql: query, params }
    if (!Array.isArray(values)) throw new TypeError('Statements with named parameters are not supported')
    const client = (transaction ?? this.getClient()) as unknown as Sql
    return this.transformRawResult(
      await client.executeQuery(bind(this.platform as PostgreSqlPlatform, sql, values)),
      method,
    )
  }
}

/**
 * Matches statements with several values of an `in`, or several rows: their text depends on the number of values and rarely
 * repeats.
 */
const LIST = /\bin \(\?, |\), \(/

/** Converts MikroORM's placeholders, `?` for values and `??` for names, to those of PostgreSQL, with the values. */
function bind(platform: PostgreSqlPlatform, text: string, params: readonly unknown[]): CompiledQuery & VaryingText {
  const values: unknown[] = []
  let isVarying = LIST.test(text)
  const toPlaceholder = (value: unknown): string => {
    if (isRaw(value)) return fill(value.sql, value.params)
    if (Array.isArray(value)) {
      isVarying = true
      return value.map(toPlaceholder).join(', ')
    }
    values.push(toParameter(platform, value))
    return `$${values.length}${typeOf(value)}`
  }
  const fill = (part: string, values: readonly unknown[]): string => {
    let next = 0
    return part.replace(MARK, (mark) => {
      if (mark === '\\?') return '?'
      const value = values[next++]
      return mark === '??' ? platform.quoteIdentifier(value as string) : toPlaceholder(value)
    })
  }
  const sql = params.length > 0 ? fill(text, params) : text
  return { ...CompiledQuery.raw(sql, values), isVarying }
}

const MARK = /\\\?|\?\??/g

/** Values that `pg` sends as text or bytes; objects are sent as JSON. */
function toParameter(platform: PostgreSqlPlatform, value: unknown): unknown {
  if (value instanceof Date) return platform.formatDate(value)
  if (value === undefined || value === null || typeof value !== 'object' || ArrayBuffer.isView(value))
    return value ?? null
  return JSON.stringify(value)
}

/** Numbers and booleans have the same type in the text of a statement; all other values take the type of their position. */
function typeOf(value: unknown): string {
  if (typeof value === 'boolean') return '::boolean'
  if (typeof value !== 'number') return ''
  if (!Number.isSafeInteger(value)) return '::numeric'
  return Math.abs(value) < 2 ** 31 ? '::integer' : '::bigint'
}

/** Stands in for MikroORM's pool: statements outside a unit of work have no scope, so they are impossible. */
export function createDetachedSql(): Sql {
  const execute = async (): Promise<never> => {
    throw new Error('No unit of work: use the `em` of a context')
  }
  return new Kysely({ dialect: dialect({ executeQuery: execute, streamQuery: execute as never }) })
}
