import { auth, seedAccounts } from '@plinth/auth'
import { businessRules } from '@plinth/business-rules'
import { createPlatform, mailer, provide } from '@plinth/core'
import { directory, provisionTenant } from '@plinth/directory'
import pg from 'pg'
import { startEmbeddedPostgres } from '@plinth/host'
import { stopWithProcess } from '../_setup/stop-with-process.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const PASSWORD = 'Bench-Password-1!'
export const tenantId = '10000000-0000-4000-8000-000000000001'
export const organizationId = '20000000-0000-4000-8000-000000000001'

/** A database with the settings of the host, fsync included, and one tenant whose admin can log in. */
export interface BenchDatabase extends AsyncDisposable {
  readonly url: string
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>
}

/** Starts a server and migrates its database. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-bench-'))
  const dataFolder = join(folder, 'data')
  const callOff = stopWithProcess({ folder: dataFolder })
  const server = await startEmbeddedPostgres({
    dataFolder,
    settings: { shared_buffers: '512MB', max_wal_size: '4GB' },
  })
  const options = {
    database: { url: server.url, privilegedLogin: true },
    modules: [directory, auth({ secret: 'bench'.repeat(8) }), businessRules()],
    services: [provide(mailer, () => ({ send: async () => {} }))],
    secret: 'bench'.repeat(8),
  }
  await using platform = await createPlatform(options)
  await platform.migrate()
  const caller = { actor: 'platform', reason: 'bench', scope: { tenantId, organizationId } } as const
  await platform.actAs(caller, ({ run }) => run(provisionTenant, { tenantName: 'Bench', organizationName: 'Bench' }))
  await platform.actAs(caller, ({ run }) =>
    run(seedAccounts, { accounts: [{ email: 'admin@bench.com', password: PASSWORD, role: 'admin' }] }),
  )
  const pool = new pg.Pool({ connectionString: server.url, max: 4 })
  // When a case fails, the server goes before its connections do; its error is the one to see.
  pool.on('error', () => {})
  return {
    url: server.url,
    query: (text, values) => pool.query(text, values),
    async [Symbol.asyncDispose]() {
      await pool.end()
      callOff()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A bearer token of the admin. */
export async function logIn(url: string): Promise<string> {
  const body = new URLSearchParams({ email: 'admin@bench.com', password: PASSWORD })
  const answer = await fetch(`${url}/auth/login`, { method: 'POST', body })
  return ((await answer.json()) as { token: string }).token
}
