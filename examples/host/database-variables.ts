import { databaseUrl, databaseUrls, flag, integer } from './env-values.ts'
import { variable } from './variables.ts'

/** How the host reaches its database. */
export const databaseVariables = {
  DATABASE_URL: variable({
    schema: databaseUrl,
    otherwise: 'an embedded PostgreSQL in `DATA_DIR`',
    secret: true,
    description:
      'PostgreSQL to use. Of several servers, `postgres://user:password@first:5432,second:5432/name`, the one that takes writes.',
  }),
  MIGRATION_DATABASE_URL: variable({
    schema: databaseUrl,
    otherwise: '`DATABASE_URL`',
    secret: true,
    description: 'The same database for the login that owns the tables; used to migrate, and for nothing else.',
  }),
  DATABASE_DIRECT_URL: variable({
    schema: databaseUrl,
    otherwise: '`DATABASE_URL`',
    secret: true,
    description:
      'The same database and login without the pooler before it; required behind one that keeps no sessions.',
  }),
  DATABASE_REPLICA_URLS: variable({
    schema: databaseUrls,
    otherwise: 'everything is read where it is written',
    secret: true,
    description: 'Standbys of that server that answer reads, for the same login, separated by commas.',
  }),
  DATABASE_PREPARED_STATEMENTS: variable({
    schema: flag,
    otherwise: '`true`; required behind a pooler that keeps no sessions',
    description: 'Whether statements are prepared: `false` behind a pooler that does not track them.',
  }),
  DATABASE_POOL_SIZE: variable({
    schema: integer(1, 1_000),
    default: '10',
    description: 'Connections of one process for work, on each server; one more sees what other hosts changed.',
  }),
  IMMEDIATE_REVOCATION: variable({
    schema: flag,
    default: 'false',
    description:
      'Has each request ask the database first what other hosts have changed: no answer by rights just taken.',
  }),
  DATABASE_PRIVILEGED_LOGIN: variable({
    schema: flag,
    otherwise: '`true` unless `NODE_ENV` is `production`',
    description: 'Lets the login of `DATABASE_URL` own tables or be a superuser.',
  }),
}
