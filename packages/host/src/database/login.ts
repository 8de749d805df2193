import pg from 'pg'
import { ensureSecret } from '../secrets.ts'

const LOGIN = 'plinth_login'

/**
 * Creates the login of the host, which owns nothing and inherits nothing, and returns its URL. Compared with the server's
 * superuser, it limits what an injected statement could do.
 */
export async function ensureLogin({ migrationUrl, folder }: { migrationUrl: string; folder: string }): Promise<string> {
  const password = await ensureSecret({ file: `${folder}/login-password` })
  const owner = new pg.Client({ connectionString: migrationUrl })
  await owner.connect()
  try {
    // Serializes hosts that start together.
    await owner.query('select pg_advisory_lock(7215046118)')
    await owner.query(
      `do $$ begin create role ${LOGIN} login noinherit; exception when duplicate_object then null; end $$`,
    )
    // Statements contain values, and every session of a login can see the statements of the others.
    await owner.query(`alter role ${LOGIN} set track_activities = off`)
    await owner.query(`alter role ${LOGIN} password ${pg.escapeLiteral(password)}`)
  } finally {
    await owner.end()
  }
  const url = new URL(migrationUrl)
  url.username = LOGIN
  url.password = password
  return url.href
}
