import { randomBytes } from 'node:crypto'

/**
 * The SQL statements that an administrator runs once on an external server where the host is not a superuser: roles, three logins
 * and a database. The passwords of the logins are newly generated each time. Comments say which settings the host needs.
 */
export function roleStatements(name: string): readonly string[] {
  if (!/^[a-z][a-z0-9_]{0,40}$/.test(name)) throw new Error('A name of small letters, digits and _ is expected')
  const [owner, host, backup] = Array.from({ length: 3 }, () => randomBytes(24).toString('base64url'))
  return [
    `-- Once a server`,
    `create role plinth_app nologin;`,
    `create role plinth_system nologin;`,
    `create role plinth_search nologin;`,
    `create role plinth_backup nologin;`,
    `-- Once a database: who migrates, who runs, who backs up`,
    `create role ${name} login password '${owner}';`,
    `create role ${name}_host login noinherit password '${host}';`,
    `create role ${name}_backup login password '${backup}';`,
    `grant plinth_app, plinth_system, plinth_search to ${name};`,
    `grant plinth_app, plinth_system to ${name}_host;`,
    `grant plinth_backup to ${name}_backup;`,
    `-- Who makes a database for somebody has to be able to become them`,
    `grant ${name} to current_user;`,
    `create database ${name} owner ${name};`,
    `revoke ${name} from current_user;`,
    `-- Sessions of one login may read each other's statements, unless a superuser says this`,
    `do $$ begin
  alter role ${name}_host set track_activities = off;
exception when insufficient_privilege then
  raise notice 'track_activities stays on: a superuser has to switch it off';
end $$;`,
    `-- MIGRATION_DATABASE_URL=postgres://${name}:${owner}@SERVER/${name}`,
    `-- DATABASE_URL=postgres://${name}_host:${host}@SERVER/${name}`,
    `-- Backups: postgres://${name}_backup:${backup}@SERVER/${name}`,
  ]
}
