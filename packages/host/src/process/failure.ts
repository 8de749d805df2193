import { PlatformError } from '@plinth/core'
import { inspect } from 'node:util'

/** Explains why the host did not start: a sentence if the operator can fix it, otherwise all details. */
export function explainFailure(error: unknown): string {
  for (const reason of reasonsOf(error)) {
    const { code, message, port, address } = reason as NodeJS.ErrnoException & { port?: number; address?: string }
    const explain = Object.hasOwn(SENTENCES, code ?? '') ? SENTENCES[code!] : NO_ANSWER.test(message) && noDatabase
    if (explain) return explain({ message, port, address })
  }
  return error instanceof PlatformError && error.status < 500 ? error.message : inspect(error)
}

/** Errors of `pg` that have no code. */
const NO_ANSWER = /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout)/

interface FailureDetails {
  readonly message: string
  readonly port: number | undefined
  readonly address: string | undefined
}

const noDatabase = ({ message }: FailureDetails) => `The database does not answer (${message}); check DATABASE_URL`
const noLogin = ({ message }: FailureDetails) => `The database rejected the connection (${message}); check DATABASE_URL`
const notMigrated = ({ message }: FailureDetails) =>
  `The database is not up to date (${message}); run \`plinth migrate\``
const untrusted = ({ message }: FailureDetails) =>
  `The certificate of the database is not trusted (${message}); check DATABASE_URL`
const plain = ({ message }: FailureDetails) => message
/** Names the environment variable instead of the platform option. */
const named = ({ message }: FailureDetails) =>
  message.replace(/`database\.(\w+)`/g, (option, name: string) => VARIABLES[name] ?? option)

const VARIABLES: Readonly<Record<string, string>> = {
  url: 'DATABASE_URL',
  directUrl: 'DATABASE_DIRECT_URL',
  migrationUrl: 'MIGRATION_DATABASE_URL',
  replicaUrls: 'DATABASE_REPLICA_URLS',
  preparedStatements: 'DATABASE_PREPARED_STATEMENTS',
  privilegedLogin: 'DATABASE_PRIVILEGED_LOGIN',
}

const SENTENCES: Readonly<Record<string, (facts: FailureDetails) => string>> = {
  wrong_environment: plain,
  broken_setup: named,
  worker_ended: plain,
  EADDRINUSE: ({ port }) => `Port ${port} is in use; set PORT to another one, or to 0 for any that is free`,
  EADDRNOTAVAIL: ({ address }) => `This machine has no address ${address}; check HOST`,
  EACCES: ({ message }) => `Access denied (${message}); check PORT and DATA_DIR`,
  EPERM: ({ message }) => `Access denied (${message}); check DATA_DIR`,
  EDQUOT: ({ message }) => `The disk quota is used up (${message}); free space, or move DATA_DIR`,
  ENOSPC: ({ message }) => `The disk is full (${message}); free space, or move DATA_DIR`,
  EROFS: ({ message }) => `The disk is read-only (${message}); check DATA_DIR`,
  ECONNREFUSED: noDatabase,
  ECONNRESET: noDatabase,
  EPIPE: noDatabase,
  ENOTFOUND: noDatabase,
  ETIMEDOUT: noDatabase,
  EAI_AGAIN: noDatabase,
  EHOSTUNREACH: noDatabase,
  ENETUNREACH: noDatabase,
  CERT_HAS_EXPIRED: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  // PostgreSQL error codes: unknown database, rejected login, wrong password, shutting down, crashed, starting up, what PgBouncer
  // says instead; missing schema or table, missing privilege, read-only server, full disk, too many connections.
  '3D000': noLogin,
  '28000': noLogin,
  '28P01': noLogin,
  '57P01': noDatabase,
  '57P02': noDatabase,
  '57P03': noDatabase,
  '08P01': noDatabase,
  '3F000': notMigrated,
  '42P01': notMigrated,
  '42501': ({ message }) =>
    `The login of the database lacks a privilege (${message}); name the owner of the tables in MIGRATION_DATABASE_URL`,
  '25006': ({ message }) =>
    `The database is read-only (${message}); check DATABASE_URL, or make the server take writes`,
  '53100': ({ message }) => `The disk of the database is full (${message}); free space on the server`,
  '53300': ({ message }) =>
    `The database has no connection left (${message}); lower DATABASE_POOL_SIZE, or raise its max_connections`,
}

/** An error and what caused it. A connection attempted at several addresses fails for the reason of the first. */
function reasonsOf(error: unknown, most = 10): readonly Error[] {
  if (!(error instanceof Error) || most === 0) return []
  const cause = error instanceof AggregateError ? (error.errors as unknown[])[0] : error.cause
  return [error, ...reasonsOf(cause, most - 1)]
}
