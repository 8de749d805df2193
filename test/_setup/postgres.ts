import type { TestProject } from 'vitest/node'
import { startTestPostgres, type TestServer } from './test-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's URL of the PostgreSQL that this run may do anything with. */
    postgresUrl: string
    /** The folder of its socket, or nothing. */
    postgresSockets: string
  }
}

let server: TestServer | undefined

/** Gives every test file a PostgreSQL: the one named by TEST_DATABASE_URL, else one started for this run. */
export async function setup(project: TestProject): Promise<void> {
  const url = process.env['TEST_DATABASE_URL']
  project.provide('postgresSockets', '')
  if (url) return project.provide('postgresUrl', url)
  server = await startTestPostgres()
  project.provide('postgresUrl', server.url)
  if (server.sockets !== undefined) project.provide('postgresSockets', server.sockets)
}

/** Stops and removes what `setup` started. The run fails if the server has logged a warning. */
export async function teardown(): Promise<void> {
  const warnings = (await server?.warnings()) ?? []
  await server?.stop()
  if (warnings.length > 0) throw new Error(`PostgreSQL has logged warnings:\n${warnings.join('\n')}`)
}
