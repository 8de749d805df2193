import { z } from 'zod'
import { protection } from './account-variables.ts'
import { databaseVariables } from './database-variables.ts'
import { email, flag, integer, list, oneOf, origin, pageAddress, processes, size, text, url } from './env-values.ts'
import { readVariables, renderTable, type ValuesOf, variable } from './variables.ts'

/** Every environment variable of the host; nothing else is read from the environment. */
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
    description: 'Processes that answer on the port; `auto` for as many as there are CPUs.',
  }),
  DRAIN_SECONDS: variable({
    schema: integer(0, 300),
    otherwise: '`5` in production, else `0`',
    description:
      'Seconds for which a host still accepts new connections after SIGTERM, while `/readyz` answers 503, so that your load balancer notices.',
  }),
  APP_URL: variable({
    schema: origin,
    otherwise: 'the address the server listens on',
    description: 'Public origin, used in mailed links and redirects; pages of other origins may not write.',
  }),
  ...databaseVariables,
  DATA_DIR: variable({
    schema: text(1),
    otherwise: '`.data` beside the host',
    description:
      'Folder of everything the host keeps: embedded database, generated secrets, unsent mail, files, checkpoints.',
  }),
  AUDIT_CHECKPOINTS_DIR: variable({
    schema: text(1),
    otherwise: '`DATA_DIR/checkpoints`',
    description: 'Folder of the trail’s checkpoints; best on a disk that the database’s owner cannot write to.',
  }),
  AUDIT_ARCHIVE_DIR: variable({
    schema: text(1),
    otherwise: '`S3_BUCKET` where there is one, else `DATA_DIR/archive`',
    description: 'Folder of what has left the action log; all hosts have to see it.',
  }),
  AUDIT_ACTION_DAYS: variable({
    schema: integer(31, 3650),
    otherwise: 'for ever',
    description:
      'Days, 31 or more, for which actions stay in the database where a tenant has not said otherwise; then they are archived.',
  }),
  JWT_SECRET: variable({
    schema: text(32),
    otherwise: 'generated once into `DATA_DIR`; required in production',
    secret: true,
    description: 'The secret of all tokens, 32 characters or more; the same in every host of one database.',
  }),
  SEED_PASSWORD: variable({
    schema: text(6, 128),
    otherwise: 'generated and printed once',
    secret: true,
    description: 'Password of the three first accounts, 6 characters or more.',
  }),
  SEED_SUPERADMIN_EMAIL: variable({
    aliases: ['OM_INIT_SUPERADMIN_EMAIL'],
    schema: email,
    default: 'superadmin@acme.com',
    description: 'First account that may do everything in every tenant.',
  }),
  SEED_ADMIN_EMAIL: variable({
    aliases: ['OM_INIT_ADMIN_EMAIL'],
    schema: email,
    default: 'admin@acme.com',
    description: 'First administrator.',
  }),
  SEED_EMPLOYEE_EMAIL: variable({
    aliases: ['OM_INIT_EMPLOYEE_EMAIL'],
    schema: email,
    default: 'employee@acme.com',
    description: 'First employee.',
  }),
  ADMIN_EMAIL: variable({
    schema: email,
    otherwise: 'nobody is notified',
    description: 'Who is told about a new tenant.',
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
    description: 'How many reverse proxies stand in front; the client address is read that far from the right.',
  }),
  CORS_ORIGINS: variable({
    schema: list(origin),
    otherwise: 'no other origin',
    description: 'Origins whose pages may call the API, separated by commas.',
  }),
  REQUEST_BODY_LIMIT: variable({
    schema: size,
    default: '1mb',
    description: 'Largest JSON or form body; uploads have a limit of their own.',
  }),
  RATE_LIMIT_ENABLED: variable({
    schema: flag,
    default: 'true',
    description: 'Limits attempts to log in and the like.',
  }),
  ...protection,
  WEBHOOK_HOSTS: variable({
    schema: list(text(1, 253)),
    otherwise: 'none',
    description:
      'Hosts that webhooks of rules may go to by https, separated by commas; `*.example.com`, or `*` for any.',
  }),
  WEBHOOK_LOCAL_HOSTS: variable({
    schema: list(text(1, 253)),
    otherwise: 'none',
    description: 'Hosts of your own that they may go to wherever they are, also by http, with port: `127.0.0.1:8080`.',
  }),
  SELF_SERVICE_ONBOARDING_ENABLED: variable({
    schema: flag,
    default: 'true',
    description: 'Lets anybody found a tenant of their own.',
  }),
  TERMS_URL: variable({
    schema: pageAddress,
    otherwise: 'nobody is asked to accept any',
    description: 'Where the terms of use are that the sign-up page links to: an address, or a path of this origin.',
  }),
  OM_ATTACHMENT_MAX_UPLOAD_MB: variable({
    schema: integer(1, 100_000),
    default: '25',
    description: 'Largest file, in MiB.',
  }),
  OM_ATTACHMENT_TENANT_QUOTA_MB: variable({
    schema: integer(1, 100_000_000),
    default: '512',
    description: 'What all files of a tenant may take, in MiB.',
  }),
  OPENCODE_PROVIDER: variable({
    schema: text(1, 50),
    default: 'anthropic',
    description:
      'Who answers for the assistant: `anthropic`, `openai` or `google`; any other name counts as the first.',
  }),
  OPENCODE_MODEL: variable({
    schema: text(1, 200),
    otherwise: 'the usual one of the provider',
    description: 'Its model, with or without the provider before it: `openai/gpt-4o-mini`.',
  }),
  ANTHROPIC_API_KEY: variable({
    schema: text(1, 500),
    otherwise: 'Anthropic is not used',
    secret: true,
    description: 'Lets the assistant use models of Anthropic.',
  }),
  ANTHROPIC_BASE_URL: variable({
    schema: url('http:', 'https:'),
    otherwise: 'the one of Anthropic',
    description: 'Where they are reached, with the version: `https://proxy.example.com/v1`.',
  }),
  OPENAI_API_KEY: variable({
    schema: text(1, 500),
    otherwise: 'OpenAI is not used',
    secret: true,
    description: 'Lets the assistant use models of OpenAI, or of the server below.',
  }),
  OPENAI_BASE_URL: variable({
    schema: url('http:', 'https:'),
    otherwise: 'the one of OpenAI',
    description: 'A model server of your own that speaks as OpenAI does: `http://localhost:11434/v1`.',
  }),
  GOOGLE_GENERATIVE_AI_API_KEY: variable({
    schema: text(1, 500),
    otherwise: 'Google is not used',
    secret: true,
    description: 'Lets the assistant use models of Google.',
  }),
  GOOGLE_GENERATIVE_AI_BASE_URL: variable({
    schema: url('http:', 'https:'),
    otherwise: 'the one of Google',
    description: 'Where they are reached, with the version: `https://proxy.example.com/v1beta`.',
  }),
  MCP_SERVER_API_KEY: variable({
    schema: text(1, 500),
    otherwise: 'the settings say that there is none',
    secret: true,
    description: 'An API key for MCP clients on this machine; the settings of the assistant tell that there is one.',
  }),
  AI_TOKENS_PER_DAY: variable({
    schema: integer(0, 1_000_000_000),
    default: '5000000',
    description: 'Tokens, in and out, that the models may take of one tenant in a day.',
  }),
  AI_CALLS_PER_MINUTE: variable({
    schema: integer(1, 100_000),
    default: '120',
    description: 'Calls of tools in a minute of one login, API key or session token, by chat, MCP or HTTP.',
  }),
  AI_UNCONFIRMED_KEYS: variable({
    schema: list(text(36, 36)),
    otherwise: 'none',
    description: 'Ids of API keys whose writes by MCP need no confirmation, separated by commas.',
  }),
  DEMO_MODE: variable({
    schema: flag,
    default: 'false',
    description: 'Leaves partitions of files to the operator: writing one is refused.',
  }),
  S3_BUCKET: variable({
    schema: text(3, 63),
    otherwise:
      'files are kept in `DATA_DIR/files`, partitions with an `ATTACHMENTS_PARTITION_<CODE>_ROOT` in that folder',
    description: 'Bucket of an S3-compatible store that keeps the files.',
  }),
  S3_REGION: variable({ schema: text(1, 100), default: 'us-east-1', description: 'Its region.' }),
  S3_ENDPOINT: variable({
    schema: url('http:', 'https:'),
    otherwise: 'the one of Amazon for the region',
    description: 'Its address, where it is not Amazon’s.',
  }),
  S3_ACCESS_KEY_ID: variable({
    schema: text(1, 200),
    otherwise: 'whatever the AWS SDK finds: environment, shared files, role of the machine',
    description: 'Who the host is there.',
  }),
  S3_SECRET_ACCESS_KEY: variable({
    schema: text(1, 500),
    secret: true,
    otherwise: 'as above',
    description: 'Its secret.',
  }),
  METRICS_TOKEN: variable({
    schema: text(16, 500),
    otherwise: '`/metrics` answers this machine only',
    secret: true,
    description:
      'Lets whoever sends it as `Authorization: Bearer` read `/metrics` from anywhere; 16 characters or more.',
  }),
  METRICS_OPEN: variable({
    schema: flag,
    default: 'false',
    description: 'Lets everybody read `/metrics`, for a port that nobody else can reach.',
  }),
  LOG_LEVEL: variable({
    schema: oneOf('debug', 'info', 'warn', 'error', 'silent'),
    default: 'info',
    description: 'How much is logged.',
  }),
}

/** The validated environment, under the names of the variables. */
export type Env = ValuesOf<typeof variables>

/** Reads and checks the whole environment; an error names every wrong variable. An empty variable counts as absent. */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const { values, wrong } = readVariables(variables, source)
  if (values.NODE_ENV === 'production' && !source['JWT_SECRET']?.trim())
    wrong.push('  JWT_SECRET: required in production')
  if (values.NODE_ENV === 'production' && values.OM_TEST_MODE) wrong.push('  OM_TEST_MODE: not in production')
  if (values.DATABASE_REPLICA_URLS && !values.DATABASE_URL)
    wrong.push('  DATABASE_REPLICA_URLS: the server that they follow is missing, DATABASE_URL')
  if (wrong.length > 0) {
    const message = `Wrong environment variables:\n${wrong.join('\n')}`
    throw Object.assign(new Error(message), { code: 'wrong_environment' })
  }
  return values
}

/** Milliseconds for which a host that is told to stop still takes new connections. */
export const drainMsOf = ({ DRAIN_SECONDS, NODE_ENV }: Env): number =>
  (DRAIN_SECONDS ?? (NODE_ENV === 'production' ? 5 : 0)) * 1_000

/** The table of all variables in Markdown, for the documentation. */
export const renderEnvTable = (): string => renderTable(variables)
