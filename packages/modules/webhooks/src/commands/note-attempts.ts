import { defineCommand, forbidden, signedIn, sql } from '@plinth/core'
import { z } from 'zod'
import type { Outcome } from '../deliver.ts'
import { nextAttempt } from '../retry-times.ts'

/** Why an endpoint has to be disabled. */
const Disabling = z.object({ because: z.string() })

/** Notes how an attempt has ended, and when there will be another one. Only the platform may run it. */
export const noteAttempt = defineCommand({
  id: 'webhooks.deliveries.note',
  access: signedIn,
  undoable: false,
  logged: false,
  input: z.object({ id: z.uuid(), attempts: z.int(), outcome: z.custom<Outcome>() }),
  output: z.object({ disable: Disabling.nullable() }),
  async run({ input: { id, attempts, outcome }, actor, scope, now, db }) {
    if (actor.kind !== 'system') throw forbidden()
    const row = sql`tenant_id = ${scope.tenantId} and id = ${id}`
    if (outcome.kind === 'excluded') {
      await sql`delete from webhook_deliveries where ${row}`.execute(db)
      return { disable: null }
    }
    const { status, next, disable } = judge(outcome, { attempts: attempts + 1, now: now() })
    const answer = outcome.kind === 'answered' ? outcome.answer : null
    await sql`
      update webhook_deliveries set status = ${status}, attempts = attempts + ${isAttempt(outcome) ? 1 : 0},
        next_attempt_at = ${next?.toISOString() ?? null}, leased_until = null, updated_at = ${now().toISOString()},
        last_attempt_at = ${now().toISOString()}, answer_status = ${answer?.status ?? null}, answer = ${answer?.text ?? null},
        error = ${'error' in outcome ? outcome.error : null},
        milliseconds = ${'milliseconds' in outcome ? outcome.milliseconds : null}
      where ${row}`.execute(db)
    return { disable }
  },
})

const isAttempt = ({ kind }: Outcome) => kind === 'answered' || kind === 'unanswered' || kind === 'unread'

interface Judgement {
  readonly status: 'pending' | 'delivered' | 'failed' | 'skipped'
  readonly next: Date | null
  readonly disable: z.output<typeof Disabling> | null
}

function judge(
  outcome: Exclude<Outcome, { readonly kind: 'excluded' }>,
  { attempts, now }: { readonly attempts: number; readonly now: Date },
): Judgement {
  if (outcome.kind === 'skipped') return { status: 'skipped', next: null, disable: null }
  if (outcome.kind === 'unusable') return { status: 'skipped', next: null, disable: { because: outcome.error } }
  const { status = 0, retryAfter } = outcome.kind === 'answered' ? outcome.answer : { retryAfter: undefined }
  if (status >= 200 && status < 300) return { status: 'delivered', next: null, disable: null }
  if (status === 410) return { status: 'failed', next: null, disable: { because: 'The receiver answered 410 Gone' } }
  const next = nextAttempt(attempts, { now, retryAfter })
  if (next) return { status: 'pending', next, disable: null }
  if (outcome.kind === 'unread') return { status: 'failed', next: null, disable: null }
  return {
    status: 'failed',
    next: null,
    disable: { because: `An event could not be delivered in ${attempts} attempts` },
  }
}
