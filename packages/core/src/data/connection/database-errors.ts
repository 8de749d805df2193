import { badInput, conflict, PlatformError } from '../../errors.ts'

interface ServerError {
  readonly code: string
  readonly severity?: string
  readonly constraint?: string
  readonly detail?: string
  readonly table?: string
  readonly column?: string
  /** Whether its transaction was begun as read-only; see `markReader`. */
  readonly isOfReader?: boolean
}

/** PostgreSQL has one code for a transaction that we began as read-only and for a server that is read-only. */
export function markReader(error: unknown): void {
  if (serverError(error)?.code === '25006') Object.assign(error as Error, { isOfReader: true })
}

/** The SQLSTATE of a client that cannot connect. */
export const UNREACHABLE = '08001'

/** Our own code: the server is available, but no connection became free for this tenant. */
export const CROWDED = 'PL003'

/** Raised by `plinth.limit_rows`. The message is for the caller. */
const ROW_LIMIT = 'PL004'

/** Error messages of a command, by constraint name. */
export type Constraints = Readonly<Record<string, () => PlatformError>>

/** How a caller names the columns of a key or reference. */
export interface FieldsOf {
  /** Its columns in order, as the database writes them; null if unknown. */
  readonly columns: readonly string[] | null
  /** The name of a column, which is also given in camel case. */
  nameOf(column: string, inCamelCase: string): string
  /** Whether the caller may have sent a field of that name. */
  isSent(name: string): boolean
  /** What a value must be that broke a check, in English; undefined if that is not known. */
  readonly rule?: string | undefined
}

const DERIVED: FieldsOf = { columns: null, nameOf: (_column, inCamelCase) => inCamelCase, isSent: () => true }

/**
 * Converts PostgreSQL errors caused by the caller: a duplicate, a dangling reference or a value that does not fit its column or
 * breaks a check becomes 400, a row that an exclusion constraint or a limit of rows does not allow becomes 409, a row of another tenant
 * becomes 403. A statement that took too long and trouble of the server become 503 with `Retry-After`. Other errors are
 * returned unchanged.
 */
export function toPlatformError(error: unknown, constraints: Constraints = {}, fields: FieldsOf = DERIVED): unknown {
  if (isUnreachable(error)) return unreachable(error)
  const refusal = serverError(error)
  if (!refusal) return error
  const named = refusal.constraint === undefined ? undefined : constraints[refusal.constraint]
  if (named) return named()
  if (refusal.isOfReader) return onlyCommandsWrite(error)
  switch (refusal.code) {
    case '23505':
      return duplicate(refusal, fields)
    case '23503':
    // `on delete restrict`, since PostgreSQL 18.
    case '23001':
      return dangling(refusal, fields)
    case '23P01':
      return conflict('This conflicts with an existing record')
    case '42501':
      return new PlatformError('forbidden', 'Forbidden', { cause: error })
    case '23514':
      return brokenCheck(fields)
    // A value that is too long, too large or not a date; a text that is invalid for the type or not valid text.
    case '22001':
    case '22003':
    case '22007':
    case '22008':
    case '22009':
    case '22P02':
    case '22P05':
    case '22021':
    // Entities are written as literals, and a NUL ends the statement.
    case '08P01':
      return badInput('Invalid input')
    case '57014':
    case '25P04':
    case '53400':
      return unavailable('The request took too long', error)
    case '40001':
    case '40P01':
    case '55P03':
      return unavailable('Too many concurrent changes. Please try again', error)
    case CROWDED:
      return unavailable((error as Error).message, error)
    case ROW_LIMIT:
      return conflict((error as Error).message)
    case 'PL002':
      return new PlatformError('too_large', (error as Error).message, { cause: error })
    case 'PL001':
      return onlyCommandsWrite(error)
    default: {
      const trouble = serverTrouble(error)
      return trouble ? unavailable(trouble, error) : error
    }
  }
}

/**
 * What keeps a server that answers from doing its work, in a sentence: a full disk, no memory, an I/O error, or that it takes no
 * writes. Undefined for other errors.
 */
export function serverTrouble(error: unknown): string | undefined {
  const {
    code = '',
    message = '',
    isOfReader,
  } = (error ?? {}) as Omit<Partial<ServerError & Error>, 'code'> & { code?: unknown }
  if (typeof code !== 'string' || isOfReader) return undefined
  const isStandby = code === '0A000' && message.includes('recovery')
  if (code === '25006' || isStandby) return 'The database is read-only'
  return TROUBLE[code] ?? (/^58\w{3}$/.test(code) ? 'The database cannot read or write its files' : undefined)
}

const TROUBLE: Readonly<Record<string, string>> = {
  '53000': 'The database lacks resources',
  '53100': 'The disk of the database is full',
  '53200': 'The database is out of memory',
}

/**
 * Converts errors of the database about restored rows: a check or column added since is named, and so is a value that the
 * current columns reject. Duplicate keys and missing references are returned unchanged.
 */
export function toRestoreError(error: unknown): unknown {
  const refusal = serverError(error)
  if (!refusal) return error
  const { code, table, constraint, column } = refusal
  const refuse = (why: string) =>
    new PlatformError('bad_input', `Rows${table === undefined ? '' : ` of ${table}`} cannot be restored: ${why}`, {
      cause: error,
    })
  if (code === '23514')
    return refuse(constraint === undefined ? 'they break a check' : `they break the check ${constraint}`)
  if (code === '23502') return refuse(`${column} needs a value, which was not recorded`)
  if (code === '22012') return refuse('a number would be divided by zero')
  return code.startsWith('22') ? refuse('a recorded value no longer fits its column') : error
}

/**
 * Why a value that was written, or one that is calculated from it, is none: of a number that is out of range or divided by zero, a text
 * that is too long, and other errors of SQLSTATE class 22 that are not otherwise known. Undefined for other errors.
 */
export function wrongValue(error: unknown): string | undefined {
  const code = serverError(error)?.code ?? ''
  if (!code.startsWith('22')) return undefined
  return WRONG_VALUES[code] ?? (toPlatformError(error) === error ? NOT_CALCULATED : undefined)
}

const NOT_CALCULATED = 'A value cannot be calculated from these'

const WRONG_VALUES: Readonly<Record<string, string>> = {
  '22001': 'A text is too long',
  '22003': 'A number is too large',
  '22012': 'A number would be divided by zero',
}

/** True for a statement that the server refused because an earlier one of its transaction had failed. */
export const isAfterFailure = (error: unknown): boolean => serverError(error)?.code === '25P02'

/** True for concurrency errors, after which the transaction can be retried. */
export function isRetryable(error: unknown): boolean {
  const code = serverError(error)?.code
  return code === '40001' || code === '40P01' || isStalePlan(error)
}

/** True for a prepared statement that a migration has invalidated on its connection. */
export function isStalePlan(error: unknown): boolean {
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string }
  return code === '26000' || (code === '0A000' && message.includes('cached plan'))
}

/** True if a lock was held longer than the work may wait; also for the error that a command throws in that case. */
export function isLockTimeout(error: unknown): boolean {
  const isRefused = (refusal: unknown) => serverError(refusal)?.code === '55P03'
  return isRefused(error) || isRefused((error as Error | undefined)?.cause)
}

/** True if the tenant's queue for a connection is too long or too slow. */
export function isCrowded(error: unknown): boolean {
  return serverError(error)?.code === CROWDED
}

/** True for a statement that took too long, including the time that it waited for locks. */
export const isTimeout = (error: unknown): boolean => serverError(error)?.code === '57014'

/**
 * True for errors that are unrelated to the rows sent: a server without memory or disk space, an administrator's command, a lock
 * held by others, a terminated transaction, a read-only server.
 */
export const isOutage = (error: unknown): boolean =>
  isUnreachable(error) ||
  isCrowded(error) ||
  serverTrouble(error) !== undefined ||
  /^(25|53|55|57|58|XX)/.test(serverError(error)?.code ?? '')

/** True if the server is unreachable, shutting down, or stopped during a statement, whose outcome is then unknown. */
export function isUnreachable(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return isDisconnected(error) || isPoolerRefusal(error) || (typeof code === 'string' && GONE.test(code))
}

/** True if nothing answered, not even with an error. */
export function isSilence(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return code === undefined || (typeof code === 'string' && /^E(?!CONN)/.test(code))
}

/**
 * SQLSTATEs of a server that is unreachable, stopping, starting or out of connections, or has ended the session, and network
 * errors. `08P01` means that a statement is malformed.
 */
const GONE =
  /^(08(?!P01)\w{3}|25P03|40003|53300|57P0\d|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** Whether the error is answered with 503. */
export function isUnavailable(error: unknown): boolean {
  const known = toPlatformError(error)
  return known instanceof PlatformError && known.code === 'unavailable'
}

const onlyCommandsWrite = (cause: unknown) =>
  new PlatformError('broken_setup', 'Only commands can write rows', { cause })

const unavailable = (message: string, cause: unknown) =>
  new PlatformError('unavailable', message, { cause, headers: { 'retry-after': '5' } })

const unreachable = (cause: unknown) => unavailable('The database cannot be reached', cause)

/** Errors without a code that `pg` throws when the connection is lost during a statement, or takes too long to open. */
const DISCONNECTED =
  /^(Connection terminated|Client has encountered a connection error|timeout expired|Query read timeout)/

const isDisconnected = (error: unknown): boolean => error instanceof Error && DISCONNECTED.test(error.message)

/**
 * Messages of PgBouncer when its server is unavailable or it waits too long; it uses codes that mean something else elsewhere.
 */
function isPoolerRefusal(error: unknown): boolean {
  const refusal = serverError(error)
  return refusal?.code === '08P01' && refusal.severity === 'FATAL'
}

function duplicate(refusal: ServerError, fields: FieldsOf): PlatformError {
  const message = 'Already in use'
  return badInput(message, { fieldErrors: { [field(refusal, fields)]: message } })
}

/**
 * A reference to a missing row is an error in the caller's field. If a row to be deleted is still referenced, the constraint
 * belongs to another table, whose columns the caller has not sent. With servers that use another language, the two cannot be
 * told apart.
 */
function dangling(refusal: ServerError, fields: FieldsOf): PlatformError {
  const { code, detail = '' } = refusal
  if (code === '23001' || detail.includes('still referenced'))
    return badInput('Still in use', { fieldErrors: { id: 'Still in use' } })
  if (!detail.includes('not present'))
    return badInput('This refers to something that does not exist, or is still in use')
  const name = field(refusal, fields)
  return badInput(`${name} refers to something that does not exist`, { fieldErrors: { [name]: 'Does not exist' } })
}

/** Names only what the caller may have sent: of other columns, callers learn nothing. */
function brokenCheck({ columns, nameOf, isSent, rule }: FieldsOf): PlatformError {
  const named = columns?.map((column) => nameOf(column, toCamelCase(column))).filter(isSent) ?? []
  const names = [...new Set(named)]
  if (names.length === 0) return badInput('Invalid input')
  const message = names.length > 1 ? 'These values do not fit together' : (rule ?? 'This value is not allowed')
  return badInput('Invalid input', { fieldErrors: Object.fromEntries(names.map((name) => [name, message])) })
}

/**
 * The field of a key, as spelled by clients: of several, the last that they may have sent. Under row-level security the server
 * does not report the columns, so unless they are given, they are derived from the name: `users_tenant_id_email_key`.
 */
function field({ detail, constraint = '', table = '' }: ServerError, { columns, nameOf, isSent }: FieldsOf): string {
  const reported = /^Key \(([^)]*)\)/.exec(detail ?? '')?.[1]?.split(', ')
  const named = constraint
    .replace(`${table}_`, '')
    .replace(/^(tenant_id_|organization_id_)+/, '')
    .replace(/_?(key|idx|pkey|fkey|unique|uniq)\d*$/, '')
  const names = (columns ?? reported ?? [named])
    .map(columnIn)
    .filter((column) => column !== '' && !OF_SCOPE.has(column))
    .map((column) => nameOf(column, toCamelCase(column)))
  return names.findLast(isSent) ?? names.at(-1) ?? 'id'
}

const OF_SCOPE: ReadonlySet<string> = new Set(['tenant_id', 'organization_id'])

/** The column in an expression such as `lower((email)::text)`. */
const columnIn = (expression: string) => /[a-z_][a-z0-9_]*(?="?(\)|::|,|$))/i.exec(expression)?.[0] ?? ''

const toCamelCase = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The key, reference or check that an error is about; undefined for other errors. */
export function violatedConstraint(error: unknown): ViolatedConstraint | undefined {
  const { code, table, constraint } = serverError(error) ?? {}
  if (code !== '23505' && code !== '23503' && code !== '23514') return undefined
  return table === undefined || constraint === undefined ? undefined : { table, constraint, isCheck: code === '23514' }
}

export interface ViolatedConstraint {
  readonly table: string
  readonly constraint: string
  readonly isCheck: boolean
}

/** True if an exclusion constraint does not allow a row beside another one. */
export const isExcludedRow = (error: unknown): boolean => serverError(error)?.code === '23P01'

function serverError(error: unknown): ServerError | undefined {
  if (!(error instanceof Error) || error instanceof PlatformError) return undefined
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? (error as unknown as ServerError) : undefined
}
