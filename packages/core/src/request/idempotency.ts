import { createHmac, hash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { createSql } from '../data/connection/connected-sql.ts'
import { Transaction } from '../data/connection/transaction.ts'
import type { Caller } from '../define/access.ts'
import type { Route } from '../define/route.ts'
import { badInput, conflict, PlatformError } from '../errors.ts'
import { wire } from '../http/wire.ts'
import { decryptText, encryptText } from '../security/encryption.ts'
import type { Secrets } from '../security/key-ring.ts'
import { deriveKey, toSecretKey } from '../security/secret-keys.ts'
import { isWhole } from '../http/whole-response.ts'
import {
  findAnswer,
  type IdempotencyKey,
  KeyTaken,
  storeAnswer,
  type StoredAnswer,
} from '../context/idempotency-keys.ts'
import { parseOutput } from '../command/parse-output.ts'
import type { RequestInfo } from './request-info.ts'
import type { Runtime } from '../context/runtime.ts'

/**
 * A write with an `Idempotency-Key` (decision: Idempotency keys), and how its response is stored: encrypted, readable only with the
 * key itself.
 */
export interface KeyedWrite extends IdempotencyKey {
  /** Encrypts the response of a handler. Routes that only run a command store theirs with its rows: see `encryptResult`. */
  encryptAnswer(answer: unknown): string
  /** Restores the first response. Throws 409 if it was lost in a crash, or is of a kind that is not stored. */
  replay(encrypted: string | null): Response
  /** Whether the handler reads the body itself, so that the fingerprint is only known afterwards. */
  readonly isDescribedLater: boolean
  /** Adds what the handler has read itself to the fingerprint of the request. */
  describeBody(digest: string): void
}

/** Finds and stores the responses of writes with a key. */
export interface IdempotencyStore {
  /** The key of the request; null for reads and for requests without a key. */
  keyOf(route: Route, sent: { readonly request: RequestInfo; readonly body: unknown }): KeyedWrite | null
  /** The response stored under the key; null if there is none. */
  find(caller: Caller, key: IdempotencyKey): Promise<StoredAnswer | null>
  /** Stores a response that depends on more than the command's result. */
  save(caller: Caller, key: IdempotencyKey, encrypted: string): Promise<void>
}

/** Detects writes with an idempotency key, and stores their responses in the database. */
export function createIdempotencyStore(
  secrets: Secrets,
  { database, now }: Pick<Runtime, 'database' | 'now'>,
): IdempotencyStore {
  const open = ({ scope }: Caller, isWriter: boolean) => new Transaction({ database, scope, isWriter })
  return {
    keyOf: createKeyReader(secrets),
    async find(caller, key) {
      const transaction = open(caller, false)
      try {
        return await findAnswer(createSql(transaction, 'app'), { key, caller, at: now() })
      } finally {
        await transaction.close()
      }
    },
    async save(caller, key, encrypted) {
      await open(caller, true).commit([storeAnswer(caller, key, encrypted)])
    },
  }
}

/**
 * Stored responses are not rekeyed, because they can only be read with the client's key, and expire within a day. Until then,
 * each retired secret can still find and decrypt the responses that were stored with it.
 */
function createKeyReader({ secret, retiredSecrets = [] }: Secrets): IdempotencyStore['keyOf'] {
  const roots = [...new Set([secret, ...retiredSecrets])].map((text) =>
    deriveKey({ secret: toSecretKey({ name: 'secret', secret: text }), purpose: 'idempotency' }),
  )
  const derive = (use: string, key: string) =>
    roots.map((root) => createHmac('sha256', root).update(`${use}:${key}`).digest())
  return (route, { request, body }) => {
    const key = route.method === 'GET' ? null : request.headers.get(wire.idempotencyKeyHeader)
    if (key === null) return null
    if (!KEY.test(key)) throw badInput('Idempotency-Key must have 1 to 255 printable characters')
    const encryptionKeys = derive('seal', key)
    const [encryptionKey] = encryptionKeys as [Buffer, ...Buffer[]]
    // A keyed hash, because bodies contain passwords: readers of the table must not be able to test guesses.
    const digestKeys = derive('fingerprint', key)
    const forms = derive('name', key).map((hashed) => ({ keyHash: hashed.toString('hex'), fingerprint: '' }))
    let digest = ''
    const describe = (described: string) => {
      digest = described
      for (const [index, form] of forms.entries())
        form.fingerprint = createHmac('sha256', digestKeys[index]!).update(digest).digest('base64')
    }
    describe(digestOf(request, body))
    const { status = 200, response, http } = route.spec
    const encrypt = (answer: unknown, headers: readonly (readonly [string, string])[]) =>
      encryptText(JSON.stringify({ status, headers, body: status === 204 ? null : answer }), encryptionKey)
    return {
      forms: forms as [(typeof forms)[number], ...typeof forms],
      isDescribedLater: http?.rawBody?.type === 'multipart/form-data',
      command: route.command ?? route.spec.runs,
      isTaken: false,
      ...(route.command && {
        encryptResult: (result: unknown, operation: string | null) =>
          encrypt(parseOutput(response, result, { what: 'The stored answer' }), [
            ...request.answer,
            ...(operation === null ? [] : [[wire.operationHeader, operation] as const]),
          ]),
      }),
      encryptAnswer: (answer) =>
        isWhole(answer) ? encryptText(NO_ANSWER, encryptionKey) : encrypt(answer, request.answer),
      replay(encrypted) {
        const text = encrypted === null ? NO_ANSWER : decryptAnswer(encrypted, encryptionKeys)
        if (text === NO_ANSWER)
          throw conflict('This request has already been processed, but its response is not available')
        const { status, headers, body } = JSON.parse(text) as FirstAnswer
        const answer = body === null ? null : JSON.stringify(body)
        return new Response(answer, { status, headers: [...headers, JSON_TYPE, [wire.replayedHeader, 'true']] })
      },
      describeBody(part) {
        describe(hash('sha256', `${digest} ${part}`, 'base64'))
      },
    }
  }
}

/** Decrypts with the key that fits. */
function decryptAnswer(encrypted: string, [key, ...others]: readonly Uint8Array[]): string {
  try {
    return decryptText(encrypted, key!)
  } catch (error) {
    if (others.length === 0) throw error
    return decryptAnswer(encrypted, others)
  }
}

/** Stored in place of a response that no schema describes: a stream, bytes, or a response that the handler created. */
const NO_ANSWER = 'null'

interface FirstAnswer {
  readonly status: number
  readonly headers: [string, string][]
  readonly body: unknown
}

const KEY = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/

const JSON_TYPE: [string, string] = ['content-type', 'application/json; charset=utf-8']

function digestOf({ method, path, query, params }: RequestInfo, raw: unknown): string {
  return hash('sha256', JSON.stringify([method, path, [...query], { params, raw }]), 'base64')
}

/**
 * Handles a request, or repeats the first response if it has a key under which it has already been handled (decision: Idempotency
 * keys).
 */
export function once(
  store: IdempotencyStore,
  { route, request, caller, body }: SentRequest,
  serve: (key: KeyedWrite | null) => Promise<unknown>,
): Promise<unknown> {
  const key = caller && store.keyOf(route, { request, body })
  return key ? serveOnce(store, { caller, key }, () => serve(key)) : serve(null)
}

interface SentRequest {
  readonly route: Route
  readonly request: RequestInfo
  readonly caller: Caller | null
  readonly body: unknown
}

async function serveOnce(
  store: IdempotencyStore,
  { caller, key }: { readonly caller: Caller; readonly key: KeyedWrite },
  serve: () => Promise<unknown>,
): Promise<unknown> {
  // The fingerprint of a body with files is known later; then the command detects that the key has been used.
  const earlier = key.isDescribedLater ? null : await store.find(caller, key)
  if (earlier) return key.replay(earlier.answer ?? (await waitForAnswer(store, caller, key)))
  try {
    const answer = await serve()
    if (key.isTaken && !key.encryptResult) await store.save(key.holder ?? caller, key, key.encryptAnswer(answer))
    return answer
  } catch (error) {
    if (!(error instanceof KeyTaken)) throw error
    return key.replay(await waitForAnswer(store, key.holder ?? caller, key))
  }
}

/**
 * The handler's response follows shortly after its command, unless the host crashed in between: then null. Throws 409 for a
 * response that takes longer and may still arrive.
 */
async function waitForAnswer(store: IdempotencyStore, caller: Caller, write: KeyedWrite): Promise<string | null> {
  for (let attempt = 1; ; attempt++) {
    const found = await store.find(caller, write)
    if (found?.answer) return found.answer
    if (!found?.isRecent) return null
    if (attempt === 20)
      throw new PlatformError('conflict', 'This request is still being processed', {
        headers: { 'retry-after': '1' },
      })
    await setTimeout(50)
  }
}
