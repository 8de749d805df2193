import { sql } from 'kysely'
import type { Sql } from '../data/query/sql.ts'
import type { Query } from '../data/connection/transaction.ts'
import type { Caller } from '../define/access.ts'
import type { Command } from '../define/command.ts'
import { badInput } from '../errors.ts'

/** A write with an idempotency key, which takes effect once even if it is sent repeatedly (decision: Idempotency keys). */
export interface IdempotencyKey {
  /** How the key is stored: with the current secret, and with each other secret that is accepted. */
  readonly forms: readonly [StoredForm, ...StoredForm[]]
  /** Encrypts the response to store with the command's rows, if the response depends on nothing but the command's result. */
  readonly encryptResult?: (result: unknown, operationHeader: string | null) => string
  /** The command that claims the key, if the route names it; otherwise the first command does. */
  readonly command?: Command | undefined
  /** The caller who claims it, in the tenant selected when the request was read. Set by the command. */
  holder?: Caller
  /** Set when a command of this request has committed. */
  isTaken: boolean
}

/** A form in which an idempotency key and its request are stored. */
interface StoredForm {
  readonly keyHash: string
  /**
   * Hash of the request: method, path, query and body. With files in the body, it is known only once the body has been read.
   */
  readonly fingerprint: string
}

/** Another request has already used this key; its response is the one to return. */
export class KeyTaken extends Error {}

/** A stored response. It is encrypted, and null if it was lost or is still pending. */
export interface StoredAnswer {
  readonly answer: string | null
  /** Whether the handler may still be running. */
  readonly isRecent: boolean
}

/**
 * Claims the key in a command's transaction, so that it is used if and only if the command takes effect. Waits for a concurrent
 * transaction that is claiming it; throws `KeyTaken` if it has already been used. While several secrets are accepted, it is
 * claimed in all forms, because hosts may write with different secrets.
 */
export async function takeKey(
  db: Sql,
  { key, caller, entryId, at }: { key: IdempotencyKey; caller: Caller; entryId: string; at: Date },
): Promise<void> {
  key.holder = caller
  const { rows } = await sql`
    insert into plinth.answers as a (tenant_id, actor_id, key_hash, fingerprint, entry_id, created_at)
    ${toClaims(key.forms, [caller.scope.tenantId, caller.actor.id, entryId, at.toISOString()])}
    on conflict (tenant_id, actor_id, key_hash) do update set fingerprint = excluded.fingerprint,
      entry_id = excluded.entry_id, created_at = excluded.created_at, answer = null
      where a.created_at <= ${oldest(at).toISOString()} returning entry_id`.execute(db)
  if (rows.length < key.forms.length) throw new KeyTaken('The idempotency key is taken')
}

/**
 * Rows in a fixed order, so that concurrent claims do not deadlock. A single row, the usual case, is planned fastest as
 * `values`.
 */
function toClaims(
  [form, ...others]: IdempotencyKey['forms'],
  [tenantId, actorId, entryId, at]: readonly [string, string, string, string],
) {
  if (others.length === 0)
    return sql`values (${tenantId}, ${actorId}, ${form.keyHash}, ${form.fingerprint}, ${entryId}, ${at})`
  const forms = [form, ...others]
  return sql`select ${tenantId}::uuid, ${actorId}, f.key_hash, f.fingerprint, ${entryId}::uuid, ${at}::timestamptz
    from unnest(${forms.map(({ keyHash }) => keyHash)}::text[], ${forms.map(({ fingerprint }) => fingerprint)}::text[])
      f(key_hash, fingerprint) order by f.key_hash`
}

/** The statement that stores an encrypted answer under its key. */
export function storeAnswer(
  { scope, actor }: Caller,
  { forms: [{ keyHash }] }: IdempotencyKey,
  encrypted: string,
): Query {
  return {
    text: 'update plinth.answers set answer = $1 where tenant_id = $2 and actor_id = $3 and key_hash = $4',
    values: [encrypted, scope.tenantId, actor.id, keyHash],
  }
}

/** The response stored under the key; null if there is none. Throws 400 if the key was used for a different request. */
export async function findAnswer(
  db: Sql,
  { key, caller, at }: { key: IdempotencyKey; caller: Caller; at: Date },
): Promise<StoredAnswer | null> {
  const { rows } = await sql<StoredAnswer & { fingerprint: string; keyHash: string }>`
    select key_hash as "keyHash", fingerprint, answer,
      created_at > ${before(at, HANDLED_FOR).toISOString()} as "isRecent"
      from plinth.answers where tenant_id = ${caller.scope.tenantId}
      and actor_id = ${caller.actor.id} and key_hash = any (${key.forms.map(({ keyHash }) => keyHash)}::text[])
      and created_at > ${oldest(at).toISOString()}`.execute(db)
  for (const { keyHash, fingerprint } of rows)
    if (fingerprint !== key.forms.find((one) => one.keyHash === keyHash)?.fingerprint)
      throw badInput('This Idempotency-Key was used for a different request')
  // The answer is stored in the form of the host that gave it.
  return rows.find(({ answer }) => answer !== null) ?? rows[0] ?? null
}

/** Deletes expired responses and returns how many. `db` needs the platform's authority. */
export async function purgeAnswers(db: Sql, { at, most }: { at: Date; most: number }): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from plinth.answers where (tenant_id, actor_id, key_hash) in (
      select a.tenant_id, a.actor_id, a.key_hash from plinth.answers a
      where a.created_at <= ${oldest(at).toISOString()} limit ${most} for update skip locked)`.execute(db)
  return Number(numAffectedRows)
}

const KEPT_FOR = 24 * 60 * 60 * 1000

/** Milliseconds after its command within which a handler is expected to respond. */
const HANDLED_FOR = 60_000

const before = (at: Date, milliseconds: number) => new Date(at.getTime() - milliseconds)

const oldest = (at: Date) => before(at, KEPT_FOR)

/** Whether this is the command that claims the request's key. */
export const takesKey = (key: IdempotencyKey, command: Command): boolean =>
  !key.isTaken && (key.command === undefined || key.command === command)
