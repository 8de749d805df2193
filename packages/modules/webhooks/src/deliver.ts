import { constants, gunzipSync } from 'node:zlib'
import { accountCallers } from '@plinth/auth'
import { type Context, PlatformError } from '@plinth/core'
import { outgoing, type OutgoingAnswer, toWebhookDestination } from '@plinth/core/http'
import { anyOf } from '@plinth/core/data'
import { webhookHeaders } from '@plinth/core/security'
import { createKeyReader, type StoredKeys } from './endpoint-keys.ts'
import { WebhookEndpoint } from './entities.ts'
import { groupOf, readMessages, type StoredEvent } from './read-messages.ts'
import { settings } from './settings.ts'

/** A delivery as it is taken to be sent, and with whose rights its record is read. */
export interface TakenDelivery extends StoredEvent {
  readonly id: string
  readonly endpointId: string
  readonly attempts: number
  readonly ownerId: string
  readonly organizationId: string | null
}

/** How an attempt has ended. */
export type Outcome =
  | { readonly kind: 'answered'; readonly answer: Answer; readonly milliseconds: number }
  /** There was no answer. */
  | { readonly kind: 'unanswered'; readonly error: string; readonly milliseconds: number }
  /** The platform itself has failed. */
  | { readonly kind: 'unread'; readonly error: string }
  /** There is nothing to tell, so nothing was sent. */
  | { readonly kind: 'excluded' }
  | { readonly kind: 'skipped'; readonly error: string }
  /** The endpoint itself cannot be used. */
  | { readonly kind: 'unusable'; readonly error: string }

interface Answer {
  readonly status: number
  /** Its beginning. */
  readonly text: string
  readonly retryAfter: string | undefined
}

/** The id of the message, which is the same in every attempt. */
export const messageIdOf = (deliveryId: string) => `msg_${deliveryId}`

/** Where a message is sent, and what it is signed with. */
interface Receiver {
  readonly url: string
  readonly ed25519: boolean
  readonly keys: readonly StoredKeys[] | null
}

/** A delivery whose message is ready. */
export interface ReadyDelivery {
  readonly taken: TakenDelivery
  readonly receiver: Receiver
  /** The message, in JSON. */
  readonly body: string
}

/** What has become of a delivery by reading its record: it is ready, or has ended. Null if its endpoint is not what it was. */
export type ReadDelivery = ReadyDelivery | { readonly taken: TakenDelivery; readonly outcome: Outcome | null }

/** Whether the receiver wants no more messages. */
export const isGone = (outcome: Outcome): boolean => outcome.kind === 'answered' && outcome.answer.status === 410

/** Deliveries of the same group can be read together. */
export const groupOfDelivery = (ctx: Pick<Context, 'inject'>, taken: TakenDelivery): string =>
  JSON.stringify([taken.ownerId, taken.organizationId, groupOf(ctx, taken)])

/**
 * Reads the records of a group of deliveries, with the rights that the owner of their endpoints has now, and these endpoints: since a
 * delivery was taken, somebody may have disabled one, or given it another address.
 */
export async function readDeliveries(ctx: Context, group: readonly TakenDelivery[]): Promise<readonly ReadDelivery[]> {
  const receivers = await findReceivers(ctx, group)
  const usable = group.filter(({ endpointId }) => receivers.has(endpointId))
  const read = usable.length > 0 ? await readUsable(ctx, usable, receivers) : []
  const left = group.filter(({ endpointId }) => !receivers.has(endpointId))
  return [...read, ...left.map((taken) => ({ taken, outcome: null }))]
}

type Receivers = Awaited<ReturnType<typeof findReceivers>>

/** The endpoints of a group that are enabled, and still those of its owner, by id. */
async function findReceivers({ from }: Context, group: readonly TakenDelivery[]) {
  const { ownerId, organizationId } = group[0]!
  const rows = await from(WebhookEndpoint, 'e')
    .select(['e.id', 'e.url', 'e.ed25519', 'e.keys', 'e.condition', 'e.ownerId', 'e.organizationId'])
    .where('e.id', '=', anyOf([...new Set(group.map(({ endpointId }) => endpointId))]))
    .where('e.enabled', '=', true)
    .execute()
  return new Map(
    rows.flatMap(({ url, ...row }) =>
      url !== null && row.ownerId === ownerId && row.organizationId === organizationId
        ? [[row.id, { ...row, url }] as const]
        : [],
    ),
  )
}

async function readUsable(
  ctx: Context,
  group: readonly TakenDelivery[],
  receivers: Receivers,
): Promise<readonly ReadDelivery[]> {
  const { inject, scope, log } = ctx
  const { ownerId, organizationId } = group[0]!
  const caller = await inject(accountCallers).find({ userId: ownerId, tenantId: scope.tenantId, organizationId })
  if (!caller) {
    const outcome = { kind: 'unusable', error: 'The account of its owner cannot be used any more' } as const
    return group.map((taken) => ({ taken, outcome }))
  }
  const events = group.map((taken) => ({ ...taken, condition: receivers.get(taken.endpointId)!.condition }))
  const readings = await readMessages(ctx, events, caller)
  return group.map((taken, place) => {
    const reading = readings[place]!
    if (reading instanceof Error) {
      log.error({ err: reading, delivery: taken.id, event: taken.event }, 'the record of a webhook could not be read')
      return { taken, outcome: { kind: 'unread', error: 'The record could not be read' } }
    }
    if (reading === 'excluded') return { taken, outcome: { kind: 'excluded' } }
    if (reading === 'unreadable')
      return {
        taken,
        outcome: { kind: 'skipped', error: 'The owner of the endpoint may not read this record, or it is gone' },
      }
    return { taken, receiver: receivers.get(taken.endpointId)!, body: JSON.stringify(reading.message) }
  })
}

/** Returns a function that makes one attempt to send a message. */
export function createSender(ctx: Context, signal: AbortSignal) {
  const { inject, now } = ctx
  const keysOf = createKeyReader(ctx)
  return async ({ taken, receiver, body }: ReadyDelivery): Promise<Outcome> => {
    const start = performance.now()
    const elapsed = () => Math.round(performance.now() - start)
    try {
      const destination = toWebhookDestination(receiver.url, inject(settings))
      const answer = await inject(outgoing).send(destination, {
        method: 'POST',
        body,
        signal,
        maxAnswer: SHOWN,
        cutsAnswer: true,
        headers: {
          ...webhookHeaders({ id: messageIdOf(taken.id), at: now(), body }, keysOf(receiver)),
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'user-agent': 'plinth-webhooks',
        },
      })
      return { kind: 'answered', answer: toAnswer(answer), milliseconds: elapsed() }
    } catch (error) {
      // Another host goes on when this one has stopped.
      if (signal.aborted) throw error
      return { kind: 'unanswered', error: describe(error), milliseconds: elapsed() }
    }
  }
}

const toAnswer = ({ status, headers, body }: OutgoingAnswer): Answer => ({
  status,
  text: decode(body, headers['content-encoding']).toString('utf8').replaceAll('\0', ''),
  retryAfter: headers['retry-after'],
})

/** The beginning of an answer as it was before its encoding, which nobody has asked for; nothing if that is not known. */
function decode(body: Buffer, encoding = 'identity'): Buffer {
  if (encoding === 'identity' || encoding === '') return body
  if (!/^(?:x-)?gzip$/i.test(encoding)) return Buffer.alloc(0)
  try {
    // Only its beginning has been read.
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_DECODED }
    return gunzipSync(body, options).subarray(0, SHOWN)
  } catch {
    // The status has said what counts.
    return Buffer.alloc(0)
  }
}

function describe(error: unknown): string {
  if (error instanceof PlatformError) return error.message
  if (!(error instanceof Error)) return 'No answer'
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'No answer within 10 seconds'
  const { code } = error as NodeJS.ErrnoException
  // The codes of undici say less than its messages.
  return code === undefined || code.startsWith('UND_ERR') ? error.message.slice(0, 500) : `No answer: ${code}`
}

/** Bytes of an answer that are read and kept. The status decides, however long the answer is. */
const SHOWN = 1_000

/** Bytes to which these may decode. */
const MAX_DECODED = 100_000
