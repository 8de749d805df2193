import { accountCallers } from '@plinth/auth'
import { type Context, PlatformError } from '@plinth/core'
import { type OutgoingAnswer, sendOutgoing, toWebhookDestination } from '@plinth/core/http'
import { webhookHeaders } from '@plinth/core/security'
import type { Condition } from '@plinth/core/rules'
import { signingKeysOf, type StoredKeys } from './endpoint-keys.ts'
import { readMessage, type StoredEvent } from './read-message.ts'
import { settings } from './settings.ts'

/** A delivery and its endpoint, as they are taken to be sent. */
export interface TakenDelivery extends StoredEvent {
  readonly id: string
  readonly endpointId: string
  readonly attempts: number
  readonly url: string
  readonly condition: Condition | null
  readonly ed25519: boolean
  readonly keys: readonly StoredKeys[] | null
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

/** Makes one attempt to deliver an event, with the rights that the endpoint's owner has now. */
export async function deliver(ctx: Context, taken: TakenDelivery, signal: AbortSignal): Promise<Outcome> {
  const { inject, scope } = ctx
  const { ownerId, organizationId, condition } = taken
  const caller = await inject(accountCallers).find({ userId: ownerId, tenantId: scope.tenantId, organizationId })
  if (!caller) return { kind: 'unusable', error: 'The account of its owner cannot be used any more' }
  const reading = await readMessage(ctx, taken, { caller, condition }).catch((error: unknown) => {
    if (signal.aborted || (error instanceof PlatformError && error.code === 'unavailable')) throw error
    ctx.log.error({ err: error, delivery: taken.id, event: taken.event }, 'the record of a webhook could not be read')
    return 'failed' as const
  })
  if (reading === 'failed') return { kind: 'unread', error: 'The record could not be read' }
  if (reading === 'excluded') return { kind: 'excluded' }
  if (reading === 'unreadable')
    return { kind: 'skipped', error: 'The owner of the endpoint may not read this record, or it is gone' }
  return post(ctx, { ...taken, body: JSON.stringify(reading.message) }, signal)
}

/** Sends a message that is ready. */
async function post(
  ctx: Context,
  message: Pick<TakenDelivery, 'id' | 'url' | 'keys' | 'ed25519'> & { readonly body: string },
  signal: AbortSignal,
): Promise<Outcome> {
  const { inject, now } = ctx
  const { id, url, body } = message
  const start = performance.now()
  const elapsed = () => Math.round(performance.now() - start)
  try {
    const destination = toWebhookDestination(url, inject(settings))
    const answer = await sendOutgoing(destination, {
      method: 'POST',
      body,
      signal,
      maxAnswer: SHOWN,
      cutsAnswer: true,
      headers: {
        ...webhookHeaders({ id: messageIdOf(id), at: now(), body }, signingKeysOf(ctx, message)),
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

const toAnswer = ({ status, headers, body }: OutgoingAnswer): Answer => ({
  status,
  text: body.toString('utf8').replaceAll('\0', ''),
  retryAfter: headers['retry-after'],
})

function describe(error: unknown): string {
  if (error instanceof PlatformError) return error.message
  if (!(error instanceof Error)) return 'No answer'
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'No answer within 10 seconds'
  const { code } = error as NodeJS.ErrnoException
  return code === undefined ? error.message.slice(0, 500) : `No answer: ${code}`
}

/** Bytes of an answer that are read and kept. The status decides, however long the answer is. */
const SHOWN = 1_000
