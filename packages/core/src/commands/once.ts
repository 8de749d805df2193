import { sql } from 'kysely'
import type { Sql } from '../data/sql.ts'
import type { Query } from '../data/unit.ts'
import type { Session } from '../define/actor.ts'
import type { Command } from '../define/command.ts'
import { badInput } from '../errors.ts'
import type { Operation } from './operation.ts'

/** A write that its caller may send again, and that takes effect once (decision 22). */
export interface Once {
  readonly keyHash: string
  /** Of all that the key was sent with: method, path, query and body. A body of files is known when it has been read. */
  fingerprint: string
  /** The answer to keep with the command's rows, where the command says everything that the answer says. */
  readonly seal?: (result: unknown, operation: Operation | null) => string
  /** The command that takes the key, where the route names it; else the first one does. */
  readonly command?: Command | undefined
  /** Who takes it: its caller, in the tenant that they named while the request was being read. Set by the command. */
  holder?: Session
  /** Set when a command of this request has committed. */
  isTaken: boolean
}

/** Another request with this key was faster; its answer is the one to give. */
export class TakenKey extends Error {}

/** What stands in the database under a key; the answer is sealed, and null when it was lost or is yet to come. */
export interface KeptAnswer {
  readonly answer: string | null
}

/**
 * Takes the key in a command's transaction, so that the key is used if and only if the command has taken effect. Waits
 * for a transaction that is about to take it; throws `TakenKey` when somebody has.
 */
export async function takeKey(
  db: Sql,
  { once, session, entryId, at }: { once: Once; session: Session; entryId: string; at: Date },
): Promise<void> {
  once.holder = session
  const { rows } = await sql`
    insert into plinth.answers as a (tenant_id, actor_id, key_hash, fingerprint, entry_id, created_at)
    values (${session.scope.tenantId}, ${session.actor.id}, ${once.keyHash}, ${once.fingerprint}, ${entryId},
      ${at.toISOString()})
    on conflict (tenant_id, actor_id, key_hash) do update set fingerprint = excluded.fingerprint,
      entry_id = excluded.entry_id, created_at = excluded.created_at, answer = null
      where a.created_at <= ${oldest(at).toISOString()} returning entry_id`.execute(db)
  if (rows.length === 0) throw new TakenKey('The idempotency key is taken')
}

/** The statement that keeps a sealed answer under its key. */
export function keepAnswer({ scope, actor }: Session, { keyHash }: Once, sealed: string): Query {
  return {
    text: 'update plinth.answers set answer = $1 where tenant_id = $2 and actor_id = $3 and key_hash = $4',
    values: [sealed, scope.tenantId, actor.id, keyHash],
  }
}

/** What was answered under the key; null when nothing was. Throws 400 when the key came with something else. */
export async function findAnswer(
  db: Sql,
  { once, session, at }: { once: Once; session: Session; at: Date },
): Promise<KeptAnswer | null> {
  const { rows } = await sql<KeptAnswer & { fingerprint: string }>`
    select fingerprint, answer from plinth.answers where tenant_id = ${session.scope.tenantId}
      and actor_id = ${session.actor.id} and key_hash = ${once.keyHash}
      and created_at > ${oldest(at).toISOString()}`.execute(db)
  const found = rows[0]
  if (found && found.fingerprint !== once.fingerprint)
    throw badInput('This Idempotency-Key was used for a different request')
  return found ?? null
}

/** Forgets the answers that count no longer. `db` needs the platform's authority. */
export async function purgeAnswers(db: Sql, at: Date): Promise<void> {
  await sql`delete from plinth.answers where created_at <= ${oldest(at).toISOString()}`.execute(db)
}

const KEPT = 24 * 60 * 60 * 1000
const oldest = (at: Date) => new Date(at.getTime() - KEPT)

/** Whether a command is the one by which the request's key is taken. */
export const takesKey = (once: Once | null | undefined, command: Command): once is Once =>
  once != null && !once.isTaken && (once.command === undefined || once.command === command)
