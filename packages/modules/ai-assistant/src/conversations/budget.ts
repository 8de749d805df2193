import { type Context, PlatformError, sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'
import { settings } from '../options.ts'
import { dayOf } from '../usage.ts'

type BudgetContext = Pick<Context, 'db' | 'scope' | 'now' | 'inject'>

/** Whether the tenant has tokens left today (UTC). */
export async function isBudgetLeft({ db, scope, now, inject }: BudgetContext): Promise<boolean> {
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(input_tokens + output_tokens), 0)::float8 as used from ai_usage
    where ${inTenant(scope, 'ai_usage')} and day = ${dayOf(now())}::date`.execute(db)
  return rows[0]!.used < inject(settings).limits.tokensPerDay
}

/** Throws 429 if the tenant has used up today's tokens. */
export async function assertBudget(ctx: BudgetContext): Promise<void> {
  if (!(await isBudgetLeft(ctx))) throw tooManyTurns('The token limit for today has been reached')
}

export const tooManyTurns = (message: string) =>
  new PlatformError('too_many', message, { headers: { 'retry-after': '30' } })
