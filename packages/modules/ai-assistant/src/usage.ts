import { type CommandContext, sql } from '@plinth/core'
import { rowsTag } from '@plinth/core/data'

/** Input and output tokens of a model. */
export interface Usage {
  /** Includes the provider: `openai/gpt-4o-mini`. */
  readonly model: string
  readonly inputTokens: number
  readonly outputTokens: number
}

/** Adds to the tenant's usage and number of responses today (UTC). */
export async function countUsage(
  { db, scope, now, invalidate }: Pick<CommandContext, 'db' | 'scope' | 'now' | 'invalidate'>,
  { model, inputTokens, outputTokens, answers = 1 }: Usage & { readonly answers?: number },
): Promise<void> {
  const at = now()
  await sql`insert into ai_usage as u (id, tenant_id, day, model, turns, input_tokens, output_tokens, created_at)
    values (${crypto.randomUUID()}, ${scope.tenantId}, ${dayOf(at)}::date, ${model}, ${answers}, ${inputTokens},
      ${outputTokens}, ${at.toISOString()})
    on conflict (tenant_id, day, model) do update set turns = u.turns + excluded.turns,
      input_tokens = u.input_tokens + excluded.input_tokens,
      output_tokens = u.output_tokens + excluded.output_tokens`.execute(db)
  // These rows are not recorded, so dashboards must be notified here.
  invalidate(rowsTag(scope.tenantId, 'ai_usage'))
}

/** The UTC day under which usage is counted. */
export const dayOf = (at: Date) => at.toISOString().slice(0, 10)
