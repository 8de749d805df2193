import {
  type AliasedExpression,
  type CompiledQuery,
  type DatabaseConnection,
  type DeleteQueryBuilder,
  type DeleteResult,
  type Dialect,
  Kysely,
  type Nullable,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type SelectQueryBuilder,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely'
import type pg from 'pg'
import { StatementNames } from '../fairness.ts'
import { isStalePlan } from './database-errors.ts'
import { sendStatement, type FairPool } from './pool.ts'
import type { Declared, NewRow, RelationsOf, Row } from './properties.ts'
import type { CommandReads, Send } from './row-locks.ts'
import type { EntityScope, Scope } from './scope.ts'
import type { Exactly, Insert, OwnRow, Tables } from './tables.ts'
import type { Statement, Transaction } from './transaction.ts'

/**
 * Whose rights a statement runs with: the caller's and the whole tenant's are bound by row level security, the
 * platform's own are not.
 */
export type Authority = 'app' | 'tenant' | 'system'

/** All organizations, as the database setting names them. */
const ANY_ORGANIZATION = '*'

/** How a platform speaks to its database. */
export interface Database {
  readonly pool: FairPool
  readonly statements: StatementNames
  /** Without it the system role sees and writes nothing (decision 45). */
  readonly key: string
}

/** Statements with which a transaction begins; calls of `set_config` cost the server and the host twice as much. */
export function toOpening(scope: Scope, entryId: string | undefined): readonly string[] {
  const entry = entryId === undefined ? '' : uuid(entryId)
  return [
    'set local role plinth_app',
    `set local plinth.key = ''`,
    `set local plinth.tenant = '${uuid(scope.tenantId)}'`,
    `set local plinth.organizations = '${organizationsOf(scope)}'`,
    `set local plinth.entry = '${entry}'`,
  ]
}

/** The organizations of a scope, as the database setting names them. */
export const organizationsOf = ({ organizationIds }: Scope): string =>
  organizationIds === null ? ANY_ORGANIZATION : organizationIds.map(uuid).join(',')

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What the database takes for an identifier; claims, cookies and bodies may hold anything. */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)

/** Session variables are written into SQL text, so nothing but an identifier may pass. */
function uuid(value: string): string {
  if (!isUuid(value)) throw new TypeError('A scope holds identifiers only')
  return value
}

/**
 * Changes the authority for the rest of the transaction. The key is a parameter: a text is shown to others by
 * `pg_stat_activity`. The search path keeps an injected one from leading the platform to other tables.
 */
export function changeAuthority(
  to: Authority,
  { key, statements }: Pick<Database, 'key' | 'statements'>,
  organizations = '',
) {
  const role = to === 'system' ? 'plinth_system' : 'plinth_app'
  const text = `select set_config('role', '${role}', true), set_config('plinth.key', $1, true),
    set_config('plinth.organizations', $2, true), set_config('search_path', 'public, pg_temp', true)`
  const name = statements.nameOf(text)
  const values = [to === 'system' ? key : '', to === 'tenant' ? ANY_ORGANIZATION : organizations]
  return { text, values, ...(name !== undefined && { name }) }
}

/** One statement with the platform's authority, in a transaction of its own. `mark` begins the texts around it. */
export async function querySystem<Row extends pg.QueryResultRow = pg.QueryResultRow>(
  database: Database,
  query: pg.QueryConfig,
  mark = '',
): Promise<pg.QueryResult<Row>> {
  const [result] = await transactSystem(database, await database.pool.connect(), { queries: [query], mark })
  return result as pg.QueryResult<Row>
}

/**
 * Statements with the platform's authority as one transaction, sent in one message; the connection is given back. Where
 * one is refused, so are those after it.
 */
export async function transactSystem(
  { pool, key, statements }: Database,
  client: pg.PoolClient,
  { queries, mark = '' }: { readonly queries: readonly pg.QueryConfig[]; readonly mark?: string },
): Promise<readonly pg.QueryResult[]> {
  const change = changeAuthority('system', { key, statements: mark === '' ? statements : UNNAMED })
  const settings = pool.openingSettings(client)
  const { stream } = client.connection
  stream.cork()
  const answers = [
    sendStatement(client, `${mark}begin read write${settings.length > 0 ? `; select ${settings.join(', ')}` : ''}`),
    sendStatement(client, { ...change, text: `${mark}${change.text}` }),
    ...queries.map((query) => sendStatement(client, query)),
    sendStatement(client, `${mark}commit`),
  ]
  stream.uncork()
  try {
    const results = await Promise.all(answers)
    client.release()
    return results.slice(2, -1)
  } catch (error) {
    // Everything has been sent; what follows a failure is refused, and the commit ends the transaction.
    await Promise.allSettled(answers)
    client.release(isStalePlan(error) || client.getTransactionStatus() !== 'I')
    throw error
  }
}

const UNNAMED = new StatementNames(0)

/**
 * Lean SQL in the caller's scope: Kysely over the unit of work, row level security included.
 *
 * @example
 * const { rows } = await sql<{ label: string }>`select label from tags where ${inScope(scope, 'tags')}`.execute(db)
 */
// Tables are the modules' own; a map of all of them would couple every module to every other.
export type Sql = Kysely<any>

/** Of a statement whose text says how many values there are. */
export interface VaryingText {
  readonly isVarying?: boolean | undefined
}

/** Binds Kysely to a unit of work. */
export const createSql = (transaction: Transaction, authority: Authority, rows: Statement['rows']): Sql =>
  bindSql(senderOf(transaction, authority, rows))

/**
 * The same of a command, whose statements of `from` are sent as `reads` has it. They keep their place among those of `db`, which
 * are of the same instance of Kysely: another one would begin by itself, and its first statement would come later.
 */
export function createCommandSql(transaction: Transaction, authority: Authority, reads: CommandReads): Sql {
  const send = senderOf(transaction, authority, 'plain')
  return bindSql((query) => (reads.isBuilt(query) ? reads.sendBuilt(query, send) : send(query)))
}

/** Sends what is compiled, as it is. */
export const senderOf =
  (transaction: Transaction, authority: Authority, rows: Statement['rows']): Send =>
  async ({ sql, parameters, isVarying }: CompiledQuery & VaryingText) => {
    const result = await transaction.query(authority, { text: sql, values: parameters, rows, isVarying })
    return { rows: result.rows, numAffectedRows: BigInt(result.rowCount ?? 0) }
  }

function bindSql(executeQuery: Send): Sql {
  const connection: DatabaseConnection = {
    executeQuery: executeQuery as DatabaseConnection['executeQuery'],
    streamQuery() {
      throw new Error('Page through long results by key instead of streaming them')
    },
  }
  return new Kysely({ dialect: dialect(connection) })
}

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()
const refuse = () => Promise.reject(new Error('A unit of work is one transaction: it cannot be begun, ended or nested'))
const done = async (): Promise<void> => {}

/** Kysely's dialect over one connection. */
export function dialect(connection: DatabaseConnection): Dialect {
  return {
    createAdapter: () => adapter,
    createQueryCompiler: () => compiler,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => ({
      init: done,
      acquireConnection: async () => connection,
      releaseConnection: done,
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
      destroy: done,
    }),
  }
}

/** What a query of its own selects from: the entity under the alias. */
export type AliasedRows<T, A extends string> = { readonly [K in A]: Row<T> }

/** Names of relations, and the aliases of what they lead to. */
export type Joins<T> = { readonly [K in keyof RelationsOf<T>]?: string }

type JoinedRows<T, J> = {
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
  <T extends object, const A extends string>(
    entity: Declared<T>,
    alias: A,
  ): SelectQueryBuilder<AliasedRows<T, A>, A, {}>
  /**
   * The third argument joins along declared relations: `from(Ticket, 't', { customer: 'c' })`. Where there is none, or
   * none that the caller may see, the members of the joined row are null.
   */
  <T extends object, const A extends string, const J extends Joins<T>>(
    entity: Declared<T>,
    alias: A,
    joins: J,
  ): SelectQueryBuilder<AliasedRows<T, A> & JoinedRows<T, J>, A | (keyof JoinedRows<T, J> & string), {}>
  /** The same rows inside a query: to select from in a sub-select, or to join. */
  table<T extends object, const A extends string>(entity: Declared<T>, alias: A): AliasedExpression<Row<T>, A>
  /**
   * Changes the same rows in one statement, in a command: `from.update(Ticket, 't').set({ status }).where('t.id', '=', id)`.
   * `updatedAt` becomes the present, unless the statement sets it.
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
   * Adds a row in one statement, in a command, filled in as by `em.create`; `onConflict` may name the row `stored`, and
   * sets its `updatedAt`, too, where it updates it.
   *
   * @example
   * const { id } = await from.insert(Ticket, { title, dueAt }).returning('id').executeTakeFirstOrThrow()
   */
  insert<T extends object, const V extends OwnRow<T>>(entity: Declared<T>, row: Exactly<V, OwnRow<T>>): Insert<T>
}

/** `from` of the platform itself, which may add rows of any tenant. */
export type SystemFrom = From & {
  insert<T extends object, const V extends NewRow<T>>(entity: Declared<T>, row: Exactly<V, NewRow<T>>): Insert<T>
}

/** Makes the `from` of one unit of work. */
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
  return Object.assign(begin, { table, update, delete: remove, insert }) as unknown as SystemFrom
}
