import { databaseUrl, databaseUrls, flag, integer } from './env-values.ts'
import { variable } from './variables.ts'

/** Environment variables for the database connection. */
export const databaseVariables = {
  DATABASE_URL: variable({
    schema: databaseUrl,
    otherwise: 'an embedded PostgreSQL in `DATA_DIR`',
    secret: true,
    description:
      'PostgreSQL to use. If the URL lists several servers, `postgres://user:password@first:5432,second:5432/name`, the primary is used.',
  }),
  MIGRATION_DATABASE_URL: variable({
    schema: databaseUrl,
    otherwise: '`DATABASE_URL`',
    secret: true,
    description: 'The same database with the login that owns the tables; used for migrations only.',
  }),
  DATABASE_DIRECT_URL: variable({
    schema: databaseUrl,
    otherwise: '`DATABASE_URL`',
    secret: true,
    description:
      'The same database and login, bypassing the connection pooler; required with a pooler that keeps no sessions.',
  }),
  DATABASE_REPLICA_URLS: variable({
    schema: databaseUrls,
    otherwise: 'all reads go to the primary',
    secret: true,
    description: 'Read replicas of that server, with the same login, separated by commas.',
  }),
  DATABASE_PREPARED_STATEMENTS: variable({
    schema: flag,
    otherwise: '`true`; must be set with a pooler that keeps no sessions',
    description: 'Whether to use prepared statements: `false` with a pooler that does not track them.',
  }),
  DATABASE_POOL_SIZE: variable({
    schema: integer(1, 1_000),
    default: '10',
    description: 'Connections per process and server; one more receives invalidations from other hosts.',
  }),
  IMMEDIATE_REVOCATION: variable({
    schema: flag,
    default: 'false',
    description: 'Makes every request check for changes by other hosts first, so that revoked permissions never apply.',
  }),
  DATABASE_PRIVILEGED_LOGIN: variable({
    schema: flag,
    otherwise: '`true` unless `NODE_ENV` is `production`',
    description: 'Allows the login of `DATABASE_URL` to own tables or be a superuser.',
  }),
}
