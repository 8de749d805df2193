import { type Context, sql } from '@plinth/core'
import { texts } from '@plinth/core/http'
import type { Format } from './formats.ts'
import { formatId } from './formats.ts'
import { allSeries, countedOn, dayOf } from './known-series.ts'
import { toText } from './pattern.ts'
import { patternOf } from './series.ts'

interface Stored extends Format {
  readonly id: string
  readonly last: number
  readonly updatedAt: string | null
}

/** The number that comes next. */
export const nextOf = (
  { last, startPeriod, startAt }: Pick<Stored, 'last' | 'startPeriod' | 'startAt'>,
  period: string,
) => Math.max(last + 1, startPeriod === period && startAt !== null ? startAt : 1)

/** The series of the selected organization and of the tenant, with the numbers that come next. */
export async function listSeries(ctx: Context) {
  const { scope, inject, locale } = ctx
  const day = await dayOf(ctx)
  const { language } = await locale()
  const shown = allSeries(ctx).filter(({ per }) => per === 'tenant' || scope.organizationId !== null)
  const counted = shown.map((one) => countedOn(day, one, scope))
  const stored = await readStored(ctx, counted)
  return shown.map((one, index) => {
    const { id: key, title, per, period, gapless } = one
    const id = formatId(scope.tenantId, counted[index]!)
    const found = stored.get(id) ?? { last: 0, pattern: null, startPeriod: null, startAt: null, updatedAt: null }
    const pattern = patternOf(one, found.pattern)
    const next = nextOf(found, counted[index]!.period)
    const example = toText(pattern, next, day)
    return {
      id,
      key,
      title: inject(texts).in(language, title),
      pattern,
      next,
      example,
      per,
      period,
      gapless,
      updatedAt: found.updatedAt,
    }
  })
}

async function readStored(
  { db, scope }: Context,
  counted: readonly { organizationId: string | null; series: string; period: string }[],
) {
  const asked = counted.map((one) => ({ id: formatId(scope.tenantId, one), ...one }))
  const { rows } = await sql<Stored>`
    select a.id, f.pattern, f.start_period as "startPeriod", f.start_at::float8 as "startAt", f.updated_at as "updatedAt",
      coalesce(k.last, t.last, 0)::float8 as last
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a (id uuid, "organizationId" uuid, series text, period text)
    left join number_formats f on f.tenant_id = ${scope.tenantId} and f.id = a.id
    left join number_counters k on k.tenant_id = ${scope.tenantId} and k.organization_id = a."organizationId"
      and k.series = a.series and k.period = a.period
    left join number_counters t on t.tenant_id = ${scope.tenantId} and t.organization_id is null
      and a."organizationId" is null and t.series = a.series and t.period = a.period`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
