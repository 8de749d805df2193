import { startEmbeddedPostgres } from '@plinth/host'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser of the tests' server; each test creates its own database there. */
    postgresUrl: string
  }
}

/** Uses the server in `TEST_DATABASE_URL`, or starts an embedded PostgreSQL server for the run. */
export async function setup({ provide }: TestProject) {
  const { TEST_DATABASE_URL } = process.env
  if (TEST_DATABASE_URL) return provide('postgresUrl', TEST_DATABASE_URL)
  const dataFolder = await mkdtemp(join(tmpdir(), 'postgres-'))
  const server = await startEmbeddedPostgres({ dataFolder, settings: { fsync: 'off' } })
  provide('postgresUrl', server.url)
  return async () => {
    await server.stop()
    await rm(dataFolder, { recursive: true, force: true })
  }
}
