import {
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Send } from './row-locks.ts'

/**
 * Plain SQL in the caller's scope: Kysely on the unit of work, with row-level security.
 *
 * @example
 * const { rows } = await sql<{ label: string }>`select label from tags where ${inScope(scope, 'tags')}`.execute(db)
 */
// Tables belong to modules; a type map of all tables would couple every module to every other.
export type Sql = Kysely<any>

/** Only compiles statements. */
export const createCompiler = (): Sql =>
  bindSql(() => Promise.reject(new Error('This Kysely instance only compiles statements')))

/** Binds Kysely to what sends its statements. */
export function bindSql(executeQuery: Send): Sql {
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

/** Kysely's dialect on a single connection. */
function dialect(connection: DatabaseConnection): Dialect {
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
