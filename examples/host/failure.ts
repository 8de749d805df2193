import { inspect } from 'node:util'

/** Why the host did not start: a sentence for what an operator can change, everything that is known for the rest. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error)
  const { code, port, address } = rootOf(error) as NodeJS.ErrnoException & { port?: number; address?: string }
  const explain = SENTENCES[code ?? '']
  return explain?.({ message: rootOf(error).message, port, address }) ?? inspect(error)
}

interface FailureDetails {
  readonly message: string
  readonly port: number | undefined
  readonly address: string | undefined
}

const noDatabase = ({ message }: FailureDetails) => `The database does not answer (${message}); check DATABASE_URL`
const noLogin = ({ message }: FailureDetails) => `The database refuses (${message}); check DATABASE_URL`
const plain = ({ message }: FailureDetails) => message
/** Options of the platform are variables here. */
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
  ECONNREFUSED: noDatabase,
  ECONNRESET: noDatabase,
  ENOTFOUND: noDatabase,
  ETIMEDOUT: noDatabase,
  // PostgreSQL's own codes: unknown database, refused login, wrong password, not yet ready.
  '3D000': noLogin,
  '28000': noLogin,
  '28P01': noLogin,
  '57P03': noDatabase,
}

/** A connection that was tried at several addresses fails with all their errors. */
function rootOf(error: Error): Error {
  return error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error
}
