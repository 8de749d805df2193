import { randomBytes } from 'node:crypto'

/**
 * The SQL statements that an administrator runs once on an external server where the host is not a superuser: roles, three logins
 * and a database. The passwords of the logins are newly generated each time. Comments say which settings the host needs.
 */
export function roleStatements(name: string): readonly string[] {
  if (!/^[a-z][a-z0-9_]{0,40}$/.test(name))
    throw new Error(
      'The name must start with a lower-case letter, followed by at most 40 lower-case letters, digits and _',
    )
  const [owner, host, backup] = Array.from({ length: 3 }, () => randomBytes(24).toString('base64url'))
  return [
    `-- Once per server`,
    `create role plinth_app nologin;`,
    `create role plinth_restricted nologin;`,
    `create role plinth_system nologin;`,
    `create role plinth_search nologin;`,
    `create role plinth_backup nologin;`,
    `grant plinth_app to plinth_restricted;`,
    `-- Once per database: the logins for migrations (and for copies, on which upgrades are rehearsed), for the host and for backups`,
    `create role ${name} login createdb password '${owner}';`,
    `create role ${name}_host login noinherit password '${host}';`,
    `create role ${name}_backup login password '${backup}';`,
    `grant plinth_app, plinth_restricted, plinth_system, plinth_search to ${name};`,
    `grant plinth_app, plinth_restricted, plinth_system to ${name}_host;`,
    `grant plinth_backup to ${name}_backup;`,
    `-- To create a database for another role, you have to be a member of that role`,
    `grant ${name} to current_user;`,
    `create database ${name} owner ${name};`,
    `revoke ${name} from current_user;`,
    `-- Sessions of one login can read each other's statements, unless a superuser runs this`,
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
