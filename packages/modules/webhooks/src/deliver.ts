import { accountCallers } from '@plinth/auth'
import { type Context, PlatformError } from '@plinth/core'
import { outgoing, type OutgoingAnswer, toWebhookDestination } from '@plinth/core/http'
import { webhookHeaders } from '@plinth/core/security'
import { createKeyReader, type StoredKeys } from './endpoint-keys.ts'
import { type ConditionedEvent, groupOf, readMessages } from './read-messages.ts'
import { settings } from './settings.ts'

/** A delivery and its endpoint, as they are taken to be sent. */
export interface TakenDelivery extends ConditionedEvent {
  readonly id: string
  readonly endpointId: string
  readonly attempts: number
  readonly url: string
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

/** A delivery whose message is ready. */
export interface ReadyDelivery {
  readonly taken: TakenDelivery
  /** The message, in JSON. */
  readonly body: string
}

/** What has become of a delivery by reading its record: it is ready, or has ended. */
export type ReadDelivery = ReadyDelivery | { readonly taken: TakenDelivery; readonly outcome: Outcome }

/** Deliveries of the same group can be read together. */
export const groupOfDelivery = (ctx: Pick<Context, 'inject'>, taken: TakenDelivery): string =>
  JSON.stringify([taken.ownerId, taken.organizationId, groupOf(ctx, taken)])

/** Reads the records of a group of deliveries, with the rights that the owner of their endpoints has now. */
export async function readDeliveries(ctx: Context, group: readonly TakenDelivery[]): Promise<readonly ReadDelivery[]> {
  const { inject, scope, log } = ctx
  const { ownerId, organizationId } = group[0]!
  const caller = await inject(accountCallers).find({ userId: ownerId, tenantId: scope.tenantId, organizationId })
  if (!caller) {
    const outcome = { kind: 'unusable', error: 'The account of its owner cannot be used any more' } as const
    return group.map((taken) => ({ taken, outcome }))
  }
  const readings = await readMessages(ctx, group, caller)
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
    return { taken, body: JSON.stringify(reading.message) }
  })
}

/** Returns a function that makes one attempt to send a message. */
export function createSender(ctx: Context, signal: AbortSignal) {
  const { inject, now } = ctx
  const keysOf = createKeyReader(ctx)
  return async ({ taken, body }: ReadyDelivery): Promise<Outcome> => {
    const start = performance.now()
    const elapsed = () => Math.round(performance.now() - start)
    try {
      const destination = toWebhookDestination(taken.url, inject(settings))
      const answer = await inject(outgoing).send(destination, {
        method: 'POST',
        body,
        signal,
        maxAnswer: SHOWN,
        cutsAnswer: true,
        headers: {
          ...webhookHeaders({ id: messageIdOf(taken.id), at: now(), body }, keysOf(taken)),
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
  text: body.toString('utf8').replaceAll('\0', ''),
  retryAfter: headers['retry-after'],
})

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
