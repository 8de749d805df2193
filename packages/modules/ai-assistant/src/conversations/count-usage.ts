import { type Context, sql } from '@plinth/core'

/** Tokens that a model has taken and given. */
export interface Usage {
  readonly model: string
  readonly inputTokens: number
  readonly outputTokens: number
}

/** Adds to what the tenant has used today (UTC). */
export async function countUsage(
  { db, scope, now }: Pick<Context, 'db' | 'scope' | 'now'>,
  { model, inputTokens, outputTokens }: Usage,
): Promise<void> {
  const at = now()
  await sql`insert into ai_usage as u (id, tenant_id, day, model, turns, input_tokens, output_tokens, created_at)
    values (${crypto.randomUUID()}, ${scope.tenantId}, ${dayOf(at)}::date, ${model}, 1, ${inputTokens},
      ${outputTokens}, ${at.toISOString()})
    on conflict (tenant_id, day, model) do update set turns = u.turns + 1,
      input_tokens = u.input_tokens + excluded.input_tokens,
      output_tokens = u.output_tokens + excluded.output_tokens`.execute(db)
}

/** The day (UTC) under which usage is counted. */
export const dayOf = (at: Date) => at.toISOString().slice(0, 10)
