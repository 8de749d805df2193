import type { DatabaseOptions, FairPool } from '../data/pool.ts'
import { isPooled, keepsSessions } from '../data/sessions.ts'
import { brokenSetup } from '../errors.ts'

type Address = 'url' | 'directUrl' | 'migrationUrl'

/**
 * Refuses a pooler that was not told of. One that keeps sessions needs no settings; behind another, calls between hosts
 * and migrations would silently go wrong, and prepared statements are those of somebody else.
 */
export async function checkPooler(options: DatabaseOptions, pool: FairPool): Promise<void> {
  const { url, directUrl, preparedStatements } = options
  if (directUrl !== undefined) await assertSessions(directUrl, 'directUrl')
  if (directUrl !== undefined && preparedStatements !== undefined) return
  const client = await pool.connect()
  const isBehind = await isPooled(client).finally(() => client.release())
  if (!isBehind || (await keepsSessions(url))) return
  const missing = [
    ...(directUrl === undefined ? ['name the server itself in `database.directUrl`'] : []),
    ...(preparedStatements === undefined
      ? ['say by `database.preparedStatements` whether it tracks prepared statements (PgBouncer before 1.21 does not)']
      : []),
  ]
  throw brokenSetup(`\`database.url\` leads to a pooler that keeps no sessions: ${missing.join(', and ')}`)
}

/** Refuses an address that has to lead to the server, or to a pooler that keeps sessions. */
export async function assertSessions(url: string, address: Address): Promise<void> {
  if (await keepsSessions(url)) return
  throw brokenSetup(`\`database.${address}\` leads to a pooler that keeps no sessions: name the server itself`)
}
