import type { DatabaseOptions } from '@plinth/core/internal'
import { createHash } from 'node:crypto'
import pg from 'pg'

/**
 * Creates the login of platforms under test, which owns nothing, as in production. Its name and password are derived from the
 * superuser's URL, so that processes on the same cluster share it.
 */
export async function ensureTestLogin(admin: pg.ClientBase, postgresUrl: string): Promise<void> {
  const { name, password } = toLogin(postgresUrl)
  // Roles are cluster-wide, and another process may be creating the same one.
  await admin.query(`do $$ begin
    if not exists (select from pg_roles where rolname = '${name}') then
      create role ${name} login noinherit password ${pg.escapeLiteral(password)};
    end if;
  exception when duplicate_object or unique_violation then null; end $$`)
}

/** Options for a platform that connects with this login instead of the superuser in `url`. */
export function toOptions(url: string): DatabaseOptions {
  const { name, password } = toLogin(url)
  const own = new URL(url)
  own.username = name
  own.password = password
  return { url: own.href, migrationUrl: url }
}

function toLogin(superuserUrl: string): { name: string; password: string } {
  const { username, password, host } = new URL(superuserUrl)
  const hash = createHash('sha256')
    .update(JSON.stringify(['test login', username, password, host]))
    .digest('hex')
  return { name: `plinth_test_${hash.slice(0, 8)}`, password: hash.slice(8) }
}
