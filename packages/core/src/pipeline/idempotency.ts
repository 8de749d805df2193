import { sql } from 'kysely'
import { createHmac, hash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { createSql, type Sql } from '../data/statements.ts'
import { type Query, Transaction } from '../data/transaction.ts'
import type { Caller } from '../define/access.ts'
import type { Command } from '../define/command.ts'
import type { Route } from '../define/route.ts'
import { badInput, conflict, PlatformError } from '../errors.ts'
import { wire } from '../http/wire.ts'
import { deriveKey, decryptText, encryptText, toSecretKey } from '../security/tokens.ts'
import { isWhole } from './answer.ts'
import { parseOutput } from './input.ts'
import type { RequestInfo } from './request-info.ts'
import type { Runtime } from './runtime.ts'

/** A write that its caller may send again, and that takes effect once (decision 22). */
export interface IdempotencyKey {
  readonly keyHash: string
  /** Of all that the key was sent with: method, path, query and body. A body of files is known when it has been read. */
  fingerprint: string
  /** The same, as hosts of a former release stored it, whose answers still count. */
  formerFingerprint: string
  /** The answer to keep with the command's rows, where the command says everything that the answer says. */
  readonly encryptResult?: (result: unknown, operationHeader: string | null) => string
  /** The command that takes the key, where the route names it; else the first one does. */
  readonly command?: Command | undefined
  /** Who takes it: its caller, in the tenant that they named while the request was being read. Set by the command. */
  holder?: Caller
  /** Set when a command of this request has committed. */
  isTaken: boolean
}

/** Another request with this key was faster; its answer is the one to give. */
class KeyTaken extends Error {}

/** What stands in the database under a key; the answer is encrypted, and null when it was lost or is yet to come. */
interface StoredAnswer {
  readonly answer: string | null
  /** Whether the handler may still be at work. */
  readonly isRecent: boolean
}

/**
 * Takes the key in a command's transaction, so that the key is used if and only if the command has taken effect. Waits
 * for a transaction that is about to take it; throws `KeyTaken` when it is taken.
 */
export async function takeKey(
  db: Sql,
  { key, caller, entryId, at }: { key: IdempotencyKey; caller: Caller; entryId: string; at: Date },
): Promise<void> {
  key.holder = caller
  const { rows } = await sql`
    insert into plinth.answers as a (tenant_id, actor_id, key_hash, fingerprint, entry_id, created_at)
    values (${caller.scope.tenantId}, ${caller.actor.id}, ${key.keyHash}, ${key.fingerprint}, ${entryId},
      ${at.toISOString()})
    on conflict (tenant_id, actor_id, key_hash) do update set fingerprint = excluded.fingerprint,
      entry_id = excluded.entry_id, created_at = excluded.created_at, answer = null
      where a.created_at <= ${oldest(at).toISOString()} returning entry_id`.execute(db)
  if (rows.length === 0) throw new KeyTaken('The idempotency key is taken')
}

/** The statement that stores an encrypted answer under its key. */
export function storeAnswer({ scope, actor }: Caller, { keyHash }: IdempotencyKey, encrypted: string): Query {
  return {
    text: 'update plinth.answers set answer = $1 where tenant_id = $2 and actor_id = $3 and key_hash = $4',
    values: [encrypted, scope.tenantId, actor.id, keyHash],
  }
}

/** What was answered under the key; null when nothing was. Throws 400 when the key came with something else. */
async function findAnswer(
  db: Sql,
  { key, caller, at }: { key: IdempotencyKey; caller: Caller; at: Date },
): Promise<StoredAnswer | null> {
  const { rows } = await sql<StoredAnswer & { fingerprint: string }>`
    select fingerprint, answer, created_at > ${before(at, HANDLED_FOR).toISOString()} as "isRecent"
      from plinth.answers where tenant_id = ${caller.scope.tenantId}
      and actor_id = ${caller.actor.id} and key_hash = ${key.keyHash}
      and created_at > ${oldest(at).toISOString()}`.execute(db)
  const found = rows[0]
  if (found && found.fingerprint !== key.fingerprint && found.fingerprint !== key.formerFingerprint)
    throw badInput('This Idempotency-Key was used for a different request')
  return found ?? null
}

/** Forgets answers that count no longer, and returns how many. `db` needs the platform's authority. */
export async function purgeAnswers(db: Sql, { at, most }: { at: Date; most: number }): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from plinth.answers where (tenant_id, actor_id, key_hash) in (
      select a.tenant_id, a.actor_id, a.key_hash from plinth.answers a
      where a.created_at <= ${oldest(at).toISOString()} limit ${most} for update skip locked)`.execute(db)
  return Number(numAffectedRows)
}

const KEPT_FOR = 24 * 60 * 60 * 1000
/** Milliseconds after its command in which a handler is expected to answer. */
const HANDLED_FOR = 60_000
const before = (at: Date, milliseconds: number) => new Date(at.getTime() - milliseconds)
const oldest = (at: Date) => before(at, KEPT_FOR)

/** Whether a command is the one by which the request's key is taken. */
export const takesKey = (key: IdempotencyKey, command: Command): boolean =>
  !key.isTaken && (key.command === undefined || key.command === command)

/** A write with an `Idempotency-Key` (decision 22), and how its answer is stored: unreadable without the key itself. */
export interface KeyedWrite extends IdempotencyKey {
  /** Encrypts what a handler answers. Routes that are nothing but a command store theirs with its rows: see `encryptResult`. */
  encryptAnswer(answer: unknown): string
  /** The first answer, from what was stored of it. Throws 409 when it was lost in a crash, or is of a kind that is not stored. */
  replay(encrypted: string | null): Response
  /** Adds what the handler has read itself to what the key stands for. */
  describeBody(digest: string): void
}

/** Writes with a key, and where their answers are stored. */
export interface IdempotencyStore {
  /** The key of a write that takes effect once; null for requests that only read, or have none. */
  keyOf(request: RequestInfo, route: Route, sent: { params: unknown; raw: unknown }): KeyedWrite | null
  /** What was answered under the key before; null when nothing was. */
  find(caller: Caller, key: IdempotencyKey): Promise<StoredAnswer | null>
  /** Keeps an answer that says more than its command did. */
  save(caller: Caller, key: IdempotencyKey, encrypted: string): Promise<void>
}

/** Recognises writes with a key, and keeps their answers in the database. */
export function createIdempotencyStore(
  secret: string,
  { database, now }: Pick<Runtime, 'database' | 'now'>,
): IdempotencyStore {
  const open = ({ scope }: Caller, isWriter: boolean) => new Transaction({ database, scope, isWriter })
  return {
    keyOf: createKeyReader(secret),
    async find(caller, key) {
      const transaction = open(caller, false)
      try {
        return await findAnswer(createSql(transaction, 'app', 'plain'), { key, caller, at: now() })
      } finally {
        await transaction.close()
      }
    },
    async save(caller, key, encrypted) {
      await open(caller, true).commit([storeAnswer(caller, key, encrypted)])
    },
  }
}

function createKeyReader(secret: string): IdempotencyStore['keyOf'] {
  const root = deriveKey({ secret: toSecretKey({ name: 'secret', secret }), purpose: 'idempotency' })
  const derive = (use: string, key: string) => createHmac('sha256', root).update(`${use}:${key}`).digest()
  return (request, route, sent) => {
    const key = route.method === 'GET' ? null : request.headers.get(wire.idempotencyKeyHeader)
    if (key === null) return null
    if (!KEY.test(key)) throw badInput('Idempotency-Key must have 1 to 255 printable characters')
    const encryptionKey = derive('seal', key)
    // Keyed, for bodies hold passwords: whoever reads the table must not find out by trying.
    const digestKey = derive('fingerprint', key)
    const keyed = (digest: string) => createHmac('sha256', digestKey).update(digest).digest('base64')
    const former = digestOf(request, sent)
    const { status = 200, response } = route.spec
    const encrypt = (answer: unknown, headers: readonly (readonly [string, string])[]) =>
      encryptText(JSON.stringify({ status, headers, body: status === 204 ? null : answer }), encryptionKey)
    const write: KeyedWrite = {
      keyHash: derive('name', key).toString('hex'),
      fingerprint: keyed(former),
      formerFingerprint: former,
      command: route.command ?? route.spec.runs,
      isTaken: false,
      ...(route.command && {
        encryptResult: (result: unknown, operation: string | null) =>
          encrypt(parseOutput(response, result, 'The stored answer'), [
            ...request.answer,
            ...(operation === null ? [] : [[wire.operationHeader, operation] as const]),
          ]),
      }),
      encryptAnswer: (answer) =>
        isWhole(answer) ? encryptText(NO_ANSWER, encryptionKey) : encrypt(answer, request.answer),
      replay(encrypted) {
        const text = encrypted === null ? NO_ANSWER : decryptText(encrypted, encryptionKey)
        if (text === NO_ANSWER) throw conflict('This request was carried out before, but its answer was lost')
        const { status, headers, body } = JSON.parse(text) as FirstAnswer
        const answer = body === null ? null : JSON.stringify(body)
        return new Response(answer, { status, headers: [...headers, JSON_TYPE, [wire.replayedHeader, 'true']] })
      },
      describeBody(digest) {
        write.formerFingerprint = hash('sha256', `${write.formerFingerprint} ${digest}`, 'base64')
        write.fingerprint = keyed(write.formerFingerprint)
      },
    }
    return write
  }
}

/** In the place of an answer that no schema describes: a stream, bytes, a response that the handler made. */
const NO_ANSWER = 'null'

interface FirstAnswer {
  readonly status: number
  readonly headers: [string, string][]
  readonly body: unknown
}

const KEY = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/
const JSON_TYPE: [string, string] = ['content-type', 'application/json; charset=utf-8']

function digestOf({ method, path, query }: RequestInfo, sent: object): string {
  return hash('sha256', JSON.stringify([method, path, [...query], sent]), 'base64')
}

/** Serves a write with a key, unless it was served before: then its first answer is given again (decision 22). */
export async function serveOnce(
  store: IdempotencyStore,
  { caller, write, isRead }: { caller: Caller; write: KeyedWrite; isRead: boolean },
  serve: () => Promise<unknown>,
): Promise<unknown> {
  // What a body of files says is known later: its command finds out that the key is taken.
  const earlier = isRead ? await store.find(caller, write) : null
  if (earlier) return write.replay(earlier.answer ?? (await waitForAnswer(store, caller, write)))
  try {
    const answer = await serve()
    if (write.isTaken && !write.encryptResult)
      await store.save(write.holder ?? caller, write, write.encryptAnswer(answer))
    return answer
  } catch (error) {
    if (!(error instanceof KeyTaken)) throw error
    return write.replay(await waitForAnswer(store, write.holder ?? caller, write))
  }
}

/**
 * A handler's answer follows its command after a moment, unless its host died in that moment: null. Throws 409 for one that
 * takes longer, and may still come.
 */
async function waitForAnswer(store: IdempotencyStore, caller: Caller, write: KeyedWrite): Promise<string | null> {
  for (let attempt = 1; ; attempt++) {
    const found = await store.find(caller, write)
    if (found?.answer) return found.answer
    if (!found?.isRecent) return null
    if (attempt === 20)
      throw new PlatformError('conflict', 'This request is still being carried out', {
        headers: { 'retry-after': '1' },
      })
    await setTimeout(50)
  }
}
