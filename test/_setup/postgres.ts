import type { TestProject } from 'vitest/node'
import { startTestPostgres } from './test-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's URL of the PostgreSQL that this run may do anything with. */
    postgresUrl: string
    /** The folder of its socket, or nothing. */
    postgresSockets: string
  }
}

let stop: (() => Promise<void>) | undefined

/** Gives every test file a PostgreSQL: the one named by TEST_DATABASE_URL, else one started for this run. */
export async function setup(project: TestProject): Promise<void> {
  const url = process.env['TEST_DATABASE_URL']
  project.provide('postgresSockets', '')
  if (url) return project.provide('postgresUrl', url)
  const server = await startTestPostgres()
  stop = server.stop
  project.provide('postgresUrl', server.url)
  if (server.sockets !== undefined) project.provide('postgresSockets', server.sockets)
}

/** Stops and removes what `setup` started. */
export async function teardown(): Promise<void> {
  await stop?.()
}
