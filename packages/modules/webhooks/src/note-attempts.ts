import { type CommandContext, sql } from '@plinth/core'
import { z } from 'zod'
import { isGone, type Outcome, type TakenDelivery } from './deliver.ts'
import { nextAttempt } from './retry-times.ts'

/** What has become of a delivery that was taken; null if it was not sent, so that another host does it. */
export interface Attempt {
  readonly taken: Pick<TakenDelivery, 'id' | 'endpointId' | 'attempts'>
  readonly outcome: Outcome | null
}

/** An endpoint that has to be disabled. */
export const DisabledEndpoint = z.object({ id: z.string(), because: z.string() })
type DisabledEndpoint = z.output<typeof DisabledEndpoint>

/** Notes how attempts have ended, and when there will be others. Returns the endpoints that have to be disabled. */
export async function noteAttempts(
  { scope, now, db }: Pick<CommandContext, 'scope' | 'now' | 'db'>,
  attempts: readonly Attempt[],
): Promise<readonly DisabledEndpoint[]> {
  const at = now().toISOString()
  const idsOf = (some: readonly Attempt[]) => some.map(({ taken }) => taken.id)
  const left = idsOf(attempts.filter(({ outcome }) => outcome === null))
  const excluded = idsOf(attempts.filter(({ outcome }) => outcome?.kind === 'excluded'))
  const judged = attempts.flatMap(({ taken, outcome }) =>
    outcome === null || outcome.kind === 'excluded' ? [] : [judge(outcome, { taken, now: now() })],
  )
  const noted = JSON.stringify(judged.map((one) => one.noted))
  await Promise.all([
    left.length > 0 &&
      sql`update webhook_deliveries set leased_until = null
        where tenant_id = ${scope.tenantId} and id = any (${left}::uuid[])`.execute(db),
    excluded.length > 0 &&
      sql`delete from webhook_deliveries where tenant_id = ${scope.tenantId} and id = any (${excluded}::uuid[])`.execute(
        db,
      ),
    judged.length > 0 &&
      sql`
        update webhook_deliveries d set status = n.status, attempts = d.attempts + n.attempts, next_attempt_at = n.next,
          leased_until = null, updated_at = ${at}, last_attempt_at = ${at}, answer_status = n."answerStatus", answer = n.answer,
          error = n.error, milliseconds = n.milliseconds
        from jsonb_to_recordset(${noted}::jsonb) n (id uuid, status text, attempts integer,
          next timestamptz, "answerStatus" integer, answer text, error text, milliseconds integer)
        where d.tenant_id = ${scope.tenantId} and d.id = n.id
          and d.id = any (${judged.map(({ id }) => id)}::uuid[])`.execute(db),
  ])
  return judged.flatMap(({ disabled }) => disabled ?? [])
}

const isAttempt = ({ kind }: Outcome) => kind === 'answered' || kind === 'unanswered' || kind === 'unread'

interface Judgement {
  readonly id: string
  /** What is stored of the attempt. */
  readonly noted: object
  readonly disabled: DisabledEndpoint | null
}

function judge(
  outcome: Exclude<Outcome, { readonly kind: 'excluded' }>,
  { taken, now }: { readonly taken: Attempt['taken']; readonly now: Date },
): Judgement {
  const answer = outcome.kind === 'answered' ? outcome.answer : null
  const attempts = taken.attempts + 1
  const { status, next, because } = statusAfter(outcome, { attempts, now })
  return {
    id: taken.id,
    noted: {
      id: taken.id,
      status,
      next: next?.toISOString() ?? null,
      attempts: isAttempt(outcome) ? 1 : 0,
      answerStatus: answer?.status ?? null,
      answer: answer?.text ?? null,
      error: 'error' in outcome ? outcome.error : null,
      milliseconds: 'milliseconds' in outcome ? outcome.milliseconds : null,
    },
    disabled: because === undefined ? null : { id: taken.endpointId, because },
  }
}

interface StatusAfter {
  readonly status: 'pending' | 'delivered' | 'failed' | 'skipped'
  /** When it is tried again. */
  readonly next?: Date
  /** Why the endpoint has to be disabled. */
  readonly because?: string
}

function statusAfter(
  outcome: Exclude<Outcome, { readonly kind: 'excluded' }>,
  { attempts, now }: { readonly attempts: number; readonly now: Date },
): StatusAfter {
  if (outcome.kind === 'skipped') return { status: 'skipped' }
  if (outcome.kind === 'unusable') return { status: 'skipped', because: outcome.error }
  const { status = 0, retryAfter } = outcome.kind === 'answered' ? outcome.answer : { retryAfter: undefined }
  if (status >= 200 && status < 300) return { status: 'delivered' }
  if (isGone(outcome)) return { status: 'failed', because: 'The receiver answered 410 Gone' }
  const next = nextAttempt(attempts, { now, retryAfter })
  if (next) return { status: 'pending', next }
  if (outcome.kind === 'unread') return { status: 'failed' }
  return { status: 'failed', because: `An event could not be delivered in ${attempts} attempts` }
}
