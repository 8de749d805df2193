import { z } from 'zod'
import { protection } from './account-variables.ts'
import { databaseVariables } from './database-variables.ts'
import { email, flag, integer, list, oneOf, origin, pageAddress, processes, size, text, url } from './env-values.ts'
import { readVariables, renderTable, type ValuesOf, variable } from './variables.ts'

/** All environment variables of the host. Nothing else is read from the environment. */
const variables = {
  NODE_ENV: variable({
    schema: oneOf('development', 'test', 'production'),
    default: 'development',
    description: '`production` makes cookies `Secure` and `JWT_SECRET` required.',
  }),
  PORT: variable({
    schema: integer(0, 65_535),
    default: '3000',
    description: 'TCP port of the server; `0` takes a free one and prints it.',
  }),
  HOST: variable({
    schema: text(1),
    default: '127.0.0.1',
    description: 'Address to listen on; `0.0.0.0` for every interface, as in a container.',
  }),
  WORKERS: variable({
    schema: processes(128),
    default: '1',
    description: 'Number of server processes; `auto` for one per CPU.',
  }),
  DRAIN_SECONDS: variable({
    schema: integer(0, 300),
    otherwise: '`5` in production, else `0`',
    description:
      'Seconds for which a host still accepts new connections after SIGTERM, while `/readyz` returns 503, so that your load balancer notices.',
  }),
  APP_URL: variable({
    schema: origin,
    otherwise: 'the address the server listens on',
    description: 'Public origin, used in mailed links and redirects; writes from pages of other origins are rejected.',
  }),
  ...databaseVariables,
  DATA_DIR: variable({
    schema: text(1),
    otherwise: '`.data` in the working directory; the example host keeps it in its own folder',
    description:
      'Folder for all data of the host: embedded database, generated secrets, unsent mail, files, checkpoints.',
  }),
  AUDIT_CHECKPOINTS_DIR: variable({
    schema: text(1),
    otherwise: '`DATA_DIR/checkpoints`',
    description:
      'Folder for checkpoints of the audit log; best on a disk that the owner of the database cannot write to.',
  }),
  AUDIT_ARCHIVE_DIR: variable({
    schema: text(1),
    otherwise: '`S3_BUCKET` if set, else `DATA_DIR/archive`',
    description: 'Folder for archived actions, shared by all hosts.',
  }),
  AUDIT_ACTION_DAYS: variable({
    schema: integer(31, 3650),
    otherwise: 'unlimited',
    description:
      'Retention of actions in days, 31 or more, for tenants without a setting of their own; older ones are archived.',
  }),
  JWT_SECRET: variable({
    aliases: ['SECRET'],
    schema: text(32),
    otherwise: 'generated once into `DATA_DIR`; required in production',
    secret: true,
    description: 'Secret from which all keys are derived, 32 characters or more; the same on every host of a database.',
  }),
  RETIRED_SECRETS: variable({
    schema: list(text(32)),
    otherwise: 'none',
    secret: true,
    description:
      'Further secrets that are accepted while `JWT_SECRET` is replaced, separated by commas: `plinth rotate-secret`.',
  }),
  SEED_PASSWORD: variable({
    schema: text(6, 128),
    otherwise: 'generated and printed once',
    secret: true,
    description: 'Password of the three initial accounts, 6 characters or more.',
  }),
  SEED_SUPERADMIN_EMAIL: variable({
    aliases: ['OM_INIT_SUPERADMIN_EMAIL'],
    schema: email,
    default: 'superadmin@acme.com',
    description: 'Initial super admin.',
  }),
  SEED_ADMIN_EMAIL: variable({
    aliases: ['OM_INIT_ADMIN_EMAIL'],
    schema: email,
    default: 'admin@acme.com',
    description: 'Initial administrator.',
  }),
  SEED_EMPLOYEE_EMAIL: variable({
    aliases: ['OM_INIT_EMPLOYEE_EMAIL'],
    schema: email,
    default: 'employee@acme.com',
    description: 'Initial employee.',
  }),
  ADMIN_EMAIL: variable({
    schema: email,
    otherwise: 'no notification',
    description: 'Address to notify about new tenants.',
  }),
  SMTP_URL: variable({
    schema: url('smtp:', 'smtps:'),
    otherwise: '`.eml` files in `DATA_DIR/mail`',
    secret: true,
    description: 'Mail server, for example `smtps://user:password@mail.example.com`.',
  }),
  MAIL_FROM: variable({
    schema: z.string().regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, 'expected an address or `Name <address>`'),
    default: 'Plinth <no-reply@localhost>',
    description: 'Sender of all mail.',
  }),
  TRUST_PROXY_DEPTH: variable({
    aliases: ['RATE_LIMIT_TRUST_PROXY_DEPTH'],
    schema: integer(0, 10),
    default: '0',
    description:
      'Number of reverse proxies in front of the host; the client address is taken from that position, counted from the right.',
  }),
  CORS_ORIGINS: variable({
    schema: list(origin),
    otherwise: 'no other origin',
    description: 'Origins whose pages may call the API, separated by commas.',
  }),
  REQUEST_BODY_LIMIT: variable({
    schema: size,
    default: '1mb',
    description: 'Maximum size of a JSON or form body; uploads have a separate limit.',
  }),
  EXPORT_ROW_LIMIT: variable({
    schema: integer(1, 100_000_000),
    default: '1000000',
    description: 'Maximum number of rows of an exported list (`format=csv`).',
  }),
  RATE_LIMIT_ENABLED: variable({
    schema: flag,
    default: 'true',
    description: 'Enables all rate limits: those of sign-in and similar routes, and quotas.',
  }),
  ...protection,
  WEBHOOK_HOSTS: variable({
    schema: list(text(1, 253)),
    otherwise: 'none',
    description: 'Hosts that webhooks may call over HTTPS, separated by commas; `*.example.com`, or `*` for any.',
  }),
  WEBHOOK_LOCAL_HOSTS: variable({
    schema: list(text(1, 253)),
    otherwise: 'none',
    description:
      'Your own hosts that webhooks may call even at private addresses and over HTTP, with port: `127.0.0.1:8080`.',
  }),
  EGRESS_PROXY: variable({
    schema: url('http:', 'https:'),
    otherwise: 'direct connections',
    secret: true,
    description:
      'HTTP proxy for calls to addresses that tenants enter (webhooks, identity providers): `http://name:password@proxy.example:3128`.',
  }),
  SELF_SERVICE_ONBOARDING_ENABLED: variable({
    schema: flag,
    default: 'true',
    description: 'Allows self-service sign-up.',
  }),
  TERMS_URL: variable({
    schema: pageAddress,
    otherwise: 'no terms to accept',
    description: 'Terms of use linked on the sign-up page: a URL, or a path of this origin.',
  }),
  OM_ATTACHMENT_MAX_UPLOAD_MB: variable({
    schema: integer(1, 100_000),
    default: '25',
    description: 'Maximum size of a file, in MiB.',
  }),
  OM_ATTACHMENT_TENANT_QUOTA_MB: variable({
    schema: integer(1, 100_000_000),
    default: '512',
    description: 'Storage quota of a tenant for all its files, in MiB.',
  }),
  OM_ATTACHMENT_PICTURES_AT_ONCE: variable({
    schema: integer(1, 64),
    otherwise: 'one per CPU, at most 2',
    description: 'Images that are rendered at once, each in a process of its own. Slow images have one more.',
  }),
  OM_ATTACHMENT_PICTURE_SECONDS: variable({
    schema: integer(1, 3_600),
    default: '10',
    description: 'CPU time that rendering one image may take, in seconds.',
  }),
  OM_ATTACHMENT_PICTURE_MEMORY_MB: variable({
    schema: integer(384, 100_000),
    default: '1024',
    description: 'Memory of the process that renders slow images, in MiB.',
  }),
  OM_ATTACHMENT_PICTURE_BUDGET_SECONDS: variable({
    schema: integer(1, 3_600),
    default: '10',
    description:
      'CPU time that a tenant may use for images, in seconds, before its images wait in the queue for slow ones. 0.2 seconds are restored per second.',
  }),
  OM_ATTACHMENT_FIRST_READING_SECONDS: variable({
    schema: integer(1, 3_600),
    default: '5',
    description: 'CPU time after which a file whose text is being read moves to the queue for long files, in seconds.',
  }),
  OM_ATTACHMENT_READING_SECONDS: variable({
    schema: integer(1, 3_600),
    default: '120',
    description: 'Maximum time for reading the text of one file, in seconds.',
  }),
  OM_ATTACHMENT_READING_MEMORY_MB: variable({
    schema: integer(256, 100_000),
    default: '768',
    description: 'Memory of the process that reads one file, in MiB.',
  }),
  OPENCODE_PROVIDER: variable({
    schema: text(1, 50),
    default: 'anthropic',
    description:
      'Model provider of the assistant: `anthropic`, `openai` or `google`; any other name means `anthropic`.',
  }),
  OPENCODE_MODEL: variable({
    schema: text(1, 200),
    otherwise: 'the default of the provider',
    description: 'Model, with or without a provider prefix: `openai/gpt-4o-mini`.',
  }),
  ANTHROPIC_API_KEY: variable({
    schema: text(1, 500),
    otherwise: 'Anthropic is disabled',
    secret: true,
    description: 'Enables models of Anthropic.',
  }),
  ANTHROPIC_BASE_URL: variable({
    schema: url('http:', 'https:'),
    otherwise: 'Anthropic’s API',
    description: 'Base URL including the version: `https://proxy.example.com/v1`.',
  }),
  OPENAI_API_KEY: variable({
    schema: text(1, 500),
    otherwise: 'OpenAI is disabled',
    secret: true,
    description: 'Enables models of OpenAI, or of the server below.',
  }),
  OPENAI_BASE_URL: variable({
    schema: url('http:', 'https:'),
    otherwise: 'OpenAI’s API',
    description: 'A model server with an OpenAI-compatible API: `http://localhost:11434/v1`.',
  }),
  GOOGLE_GENERATIVE_AI_API_KEY: variable({
    schema: text(1, 500),
    otherwise: 'Google is disabled',
    secret: true,
    description: 'Enables models of Google.',
  }),
  GOOGLE_GENERATIVE_AI_BASE_URL: variable({
    schema: url('http:', 'https:'),
    otherwise: 'Google’s API',
    description: 'Base URL including the version: `https://proxy.example.com/v1beta`.',
  }),
  MCP_SERVER_API_KEY: variable({
    schema: text(1, 500),
    otherwise: 'none; the assistant’s settings say so',
    secret: true,
    description: 'API key for MCP clients on this machine; the assistant’s settings report that there is one.',
  }),
  AI_TOKENS_PER_DAY: variable({
    schema: integer(0, 1_000_000_000),
    default: '5000000',
    description: 'Input and output tokens that a tenant may use per day.',
  }),
  AI_CALLS_PER_MINUTE: variable({
    schema: integer(1, 100_000),
    default: '120',
    description: 'Tool calls per minute of one session, API key or session token, over chat, MCP and HTTP together.',
  }),
  AI_UNCONFIRMED_KEYS: variable({
    schema: list(text(36, 36)),
    otherwise: 'none',
    description: 'Ids of API keys whose writes over MCP need no confirmation, separated by commas.',
  }),
  DEMO_MODE: variable({
    schema: flag,
    default: 'false',
    description: 'Rejects changes to file partitions, which the operator then manages.',
  }),
  S3_BUCKET: variable({
    schema: text(3, 63),
    otherwise:
      'files are stored in `DATA_DIR/files`, or for a partition with `ATTACHMENTS_PARTITION_<CODE>_ROOT` in that folder',
    description: 'Bucket of an S3-compatible object store for all files.',
  }),
  S3_REGION: variable({ schema: text(1, 100), default: 'us-east-1', description: 'Region of the bucket.' }),
  S3_ENDPOINT: variable({
    schema: url('http:', 'https:'),
    otherwise: 'Amazon’s endpoint for the region',
    description: 'Endpoint of the object store, if it is not Amazon’s.',
  }),
  S3_ACCESS_KEY_ID: variable({
    schema: text(1, 200),
    otherwise: 'the AWS SDK’s default credentials: environment, shared files, instance role',
    description: 'Access key id for the object store.',
  }),
  S3_SECRET_ACCESS_KEY: variable({
    schema: text(1, 500),
    secret: true,
    otherwise: 'as above',
    description: 'Secret access key for the object store.',
  }),
  METRICS_TOKEN: variable({
    schema: text(16, 500),
    otherwise: '`/metrics` is available on this machine only',
    secret: true,
    description:
      'Token that allows access to `/metrics` from anywhere, as `Authorization: Bearer`; 16 characters or more.',
  }),
  METRICS_TENANTS: variable({
    schema: integer(0, 1_000),
    default: '0',
    description: 'Number of tenants that `/metrics` lists by id, the busiest ones; 0 for no metrics of tenants.',
  }),
  METRICS_OPEN: variable({
    schema: flag,
    default: 'false',
    description: 'Makes `/metrics` public, for a port that is not reachable from outside.',
  }),
  LOG_LEVEL: variable({
    schema: oneOf('debug', 'info', 'warn', 'error', 'silent'),
    default: 'info',
    description: 'Minimum level of logged messages.',
  }),
}

/** The validated environment, by variable name. */
export type Env = ValuesOf<typeof variables>

/** Reads and validates the whole environment. The error names every invalid variable. An empty variable counts as absent. */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const { values, wrong } = readVariables(variables, source)
  if (values.NODE_ENV === 'production' && ['JWT_SECRET', 'SECRET'].every((name) => !source[name]?.trim()))
    wrong.push('  JWT_SECRET: required in production')
  if (values.NODE_ENV === 'production' && values.OM_TEST_MODE) wrong.push('  OM_TEST_MODE: not in production')
  if (values.DATABASE_REPLICA_URLS && !values.DATABASE_URL)
    wrong.push('  DATABASE_REPLICA_URLS: requires DATABASE_URL, the server that the replicas follow')
  if (wrong.length > 0) {
    const message = `Invalid environment variables:\n${wrong.join('\n')}`
    throw Object.assign(new Error(message), { code: 'wrong_environment' })
  }
  return values
}

/** Milliseconds for which a host that is shutting down still accepts new connections. */
export const drainMsOf = ({ DRAIN_SECONDS, NODE_ENV }: Env): number =>
  (DRAIN_SECONDS ?? (NODE_ENV === 'production' ? 5 : 0)) * 1_000

/** Renders all variables as a Markdown table, for the documentation. */
export const renderEnvTable = (): string => renderTable(variables)
