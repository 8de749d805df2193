import pg from 'pg'
import { ensureSecret } from '../secrets.ts'

const LOGIN = 'plinth_login'

/**
 * Makes the login of the host, which owns nothing and inherits nothing, and answers its URL. What the server's own
 * superuser could be talked into by an injected statement, this one cannot.
 */
export async function ensureLogin({ migrationUrl, folder }: { migrationUrl: string; folder: string }): Promise<string> {
  const password = await ensureSecret({ file: `${folder}/login-password` })
  const owner = new pg.Client({ connectionString: migrationUrl })
  await owner.connect()
  try {
    // Hosts that start together take turns.
    await owner.query('select pg_advisory_lock(7215046118)')
    await owner.query(
      `do $$ begin create role ${LOGIN} login noinherit; exception when duplicate_object then null; end $$`,
    )
    // Statements hold values, and every session of one login may read what the others are doing.
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
