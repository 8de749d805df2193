import { badInput, type CommandContext, defineCommand, forbidden, notFound, Ok, sql } from '@plinth/core'
import { assertMayRevertTenantRows } from '@plinth/core/data'
import { z } from 'zod'
import { events, features, formatsTag } from '../contract.ts'
import type { Counted } from '../count.ts'
import { NumberFormat } from '../entities.ts'
import { type Format, formatId } from '../formats.ts'
import { allSeries, countedOn, dayOf } from '../known-series.ts'
import { findPatternError, MAX_NUMBER, MAX_PATTERN } from '../pattern.ts'
import { nextOf } from '../series-rows.ts'
import type { NumberSeries } from '../series.ts'

/** Changes the pattern of a series, or the number that it goes on with, which can only become higher. */
export const updateSeries = defineCommand({
  id: 'numbers.series.update',
  label: 'Update number series',
  access: features.manage,
  resource: 'numbers.series',
  entity: NumberFormat,
  input: z.object({
    id: z.uuid(),
    pattern: z.string().trim().max(MAX_PATTERN).nullable().optional().meta({
      description:
        '`{yyyy}`, `{yy}` and `{mm}` stand for the day, zeros for the number: `RE-{yyyy}-{00000}`. Null restores the default.',
    }),
    next: z
      .int()
      .min(1)
      .max(MAX_NUMBER)
      .optional()
      .meta({ description: 'The next number, at least the one that would be next.' }),
  }),
  output: Ok.extend({ id: z.uuid() }),
  async run(ctx) {
    const { input, from, scope, emit } = ctx
    const { id, pattern, next } = input
    const day = await dayOf(ctx)
    const { declared, counted } = findById(ctx, day)
    if (pattern) {
      const error = findPatternError(pattern, declared.period)
      if (error !== undefined) throw badInput(error, { fieldErrors: { pattern: error } })
    }
    const { organizationId, series } = counted
    // Whoever is the second to change a series for the first time waits here, and goes on with what the first one has stored.
    await from
      .insert(NumberFormat, { id, organizationId, series })
      .onConflict((on) => on.doNothing())
      .execute()
    const stored = await from.lock(NumberFormat, id)
    const start = next === undefined ? {} : await startOf(ctx, counted, { stored, next })
    await from.change(NumberFormat, stored, { ...start, ...(pattern !== undefined && { pattern }) })
    forget(ctx)
    emit(events['series.updated'], { id, organizationId, tenantId: scope.tenantId })
    return { ok: true as const, id }
  },
  beforeRevert: assertMayRevertTenantRows,
  undo: forget,
  redo: forget,
})

function forget({ invalidate, scope }: Pick<CommandContext, 'invalidate' | 'scope'>): void {
  invalidate(formatsTag(scope.tenantId))
}

function findById(
  ctx: CommandContext<{ readonly id: string }>,
  day: string,
): { readonly declared: NumberSeries; readonly counted: Counted } {
  const { scope, actor, input } = ctx
  for (const declared of allSeries(ctx)) {
    if (declared.per === 'organization' && scope.organizationId === null) continue
    const counted = countedOn(day, declared, scope)
    if (formatId(scope.tenantId, counted) !== input.id) continue
    if (declared.per === 'tenant' && actor.allowedOrganizationIds !== null) throw forbidden()
    return { declared, counted }
  }
  throw notFound('Number series')
}

/** Locks the counter, so that the number is not taken meanwhile. */
async function startOf(
  { db, scope }: Pick<CommandContext, 'db' | 'scope'>,
  counted: Counted,
  { stored, next }: { readonly stored: Pick<Format, 'startPeriod' | 'startAt'>; readonly next: number },
) {
  const { organizationId, series, period } = counted
  const { rows } = await sql<{ last: number }>`
    select last::float8 as last from number_counters where tenant_id = ${scope.tenantId} and series = ${series}
      and organization_id is not distinct from ${organizationId}::uuid and period = ${period} for no key update`.execute(
    db,
  )
  const present = nextOf({ last: rows[0]?.last ?? 0, ...stored }, period)
  if (next === present) return {}
  const error = `The next number must be at least ${present}`
  if (next < present) throw badInput(error, { fieldErrors: { next: error } })
  return { startPeriod: period, startAt: next }
}
