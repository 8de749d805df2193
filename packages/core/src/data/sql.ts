import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Authority } from './statements.ts'
import type { Statement, Transaction } from './transaction.ts'

/**
 * Lean SQL in the caller's scope: Kysely over the unit of work, row level security included.
 *
 * @example
 * const { rows } = await sql<{ label: string }>`select label from tags where ${inScope(scope, 'tags')}`.execute(db)
 */
// Tables are the modules' own; a map of all of them would couple every module to every other.
export type Sql = Kysely<any>

/** Of a statement whose text says how many values there are. */
export interface Varying {
  readonly isVarying?: boolean | undefined
}

/** Binds Kysely to a unit of work. */
export function createSql(transaction: Transaction, authority: Authority, rows: Statement['rows']): Sql {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters, isVarying }: CompiledQuery & Varying): Promise<QueryResult<R>> {
      const result = await transaction.query(authority, { text: sql, values: parameters, rows, isVarying })
      return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
    },
    streamQuery() {
      throw new Error('Page through long results by key instead of streaming them')
    },
  }
  return new Kysely({ dialect: dialect(connection) })
}

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()
const refuse = async (): Promise<never> => {
  throw new Error('A unit of work is one transaction: it cannot be begun, ended or nested from inside')
}
const done = async (): Promise<void> => {}

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

/** What MikroORM holds instead of a pool: statements outside a unit of work have no scope, hence no way out. */
export function createDetachedSql(): Sql {
  const execute = async (): Promise<never> => {
    throw new Error('No unit of work: use the `em` of a context')
  }
  return new Kysely({ dialect: dialect({ executeQuery: execute, streamQuery: execute as never }) })
}
