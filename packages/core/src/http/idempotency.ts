import { createHash, createHmac } from 'node:crypto'
import type { Once } from '../commands/once.ts'
import { type Operation, toOperationHeader } from '../commands/operation.ts'
import type { Route } from '../define/route.ts'
import { badInput, conflict } from '../errors.ts'
import { openText, sealText } from '../security/sealed-text.ts'
import { deriveKey, toSecretKey } from '../security/secret-key.ts'
import type { Facts } from './facts.ts'
import { wire } from './wire.ts'

/** A write with an `Idempotency-Key` (decision 22), and how its answer is kept: unreadable without the key itself. */
export interface KeyedWrite extends Once {
  /** The sealed answer of a handler. Routes that are nothing but a command keep theirs with its rows: see `seal`. */
  sealAnswer(result: unknown): string
  /** The first answer, from what was kept of it. Throws 409 when it was lost in a crash. */
  open(kept: string | null): Response
  /** Adds what the handler has read itself to what the key stands for. */
  describeBody(digest: string): void
}

/** Recognises writes with a key. Requests that only read, and routes without a caller, have none. */
export function createKeyedWrites(secret: string) {
  const root = deriveKey({ secret: toSecretKey({ name: 'secret', secret }), purpose: 'idempotency' })
  const derive = (use: string, key: string) => createHmac('sha256', root).update(`${use}:${key}`).digest()
  return (facts: Facts, route: Route, sent: { params: unknown; raw: unknown }): KeyedWrite | null => {
    const key = route.method === 'GET' ? null : facts.headers.get(wire.idempotencyKeyHeader)
    if (key === null) return null
    if (!KEY.test(key)) throw badInput('Idempotency-Key must have 1 to 255 printable characters')
    const sealKey = derive('seal', key)
    const seal = (result: unknown, headers: readonly (readonly [string, string])[]) => {
      const { status = 200, response } = route.spec
      const body: unknown = status === 204 ? null : response.parse(result)
      return sealText(JSON.stringify({ status, headers, body }), sealKey)
    }
    const write: KeyedWrite = {
      keyHash: derive('name', key).toString('hex'),
      fingerprint: fingerprint(facts, sent),
      command: route.command ?? route.spec.runs,
      isTaken: false,
      ...(route.command && {
        seal: (result: unknown, operation: Operation | null) =>
          seal(result, [
            ...facts.answer,
            ...(operation ? [[wire.operationHeader, toOperationHeader(operation)] as const] : []),
          ]),
      }),
      sealAnswer: (result) => seal(result, facts.answer),
      open(kept) {
        if (kept === null) throw conflict('This request was carried out before, but its answer was lost')
        const { status, headers, body } = JSON.parse(openText(kept, sealKey)) as Answer
        const answer = body === null ? null : JSON.stringify(body)
        return new Response(answer, { status, headers: [...headers, JSON_TYPE, [wire.replayedHeader, 'true']] })
      },
      describeBody(digest) {
        write.fingerprint = createHash('sha256').update(`${write.fingerprint} ${digest}`).digest('base64')
      },
    }
    return write
  }
}

interface Answer {
  readonly status: number
  readonly headers: [string, string][]
  readonly body: unknown
}

const KEY = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/
const JSON_TYPE: [string, string] = ['content-type', 'application/json; charset=utf-8']

function fingerprint({ method, path, query }: Facts, sent: object): string {
  const all = JSON.stringify([method, path, [...query], sent])
  return createHash('sha256').update(all).digest('base64')
}
