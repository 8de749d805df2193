import { testPlatform, type TestPlatform, type TestPlatformOptions } from '@plinth/testing'
import { inject } from 'vitest'

/**
 * A test platform on the PostgreSQL of this run. It speaks to the server by a socket, where there is one: a loop through the
 * network takes both a tenth longer. The addresses that it tells are those of the network, for hosts, relays and poolers.
 */
export async function testApp(options: Omit<TestPlatformOptions, 'postgresUrl'>): Promise<TestPlatform> {
  const postgresUrl = new URL(inject('postgresUrl'))
  const sockets = inject('postgresSockets')
  if (sockets !== '') postgresUrl.searchParams.set('host', sockets)
  const app = await testPlatform({ ...options, postgresUrl: postgresUrl.href })
  const { databaseUrl, database } = app
  const { url, migrationUrl = databaseUrl } = database
  return {
    ...app,
    databaseUrl: byNetwork(databaseUrl),
    database: { ...database, url: byNetwork(url), migrationUrl: byNetwork(migrationUrl) },
  }
}

function byNetwork(url: string): string {
  const address = new URL(url)
  address.searchParams.delete('host')
  return address.href
}
