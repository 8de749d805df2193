import { composition, type Context, notFound } from '@plinth/core'
import { requireOrganization } from '@plinth/core/data'
import { localDay, tenantLocales } from '@plinth/core/http'
import type { Counted } from './count.ts'
import { periodOf } from './pattern.ts'
import { type NumberSeries, series } from './series.ts'

/** All series that modules contribute. */
export const allSeries = ({ inject }: Pick<Context, 'inject'>): readonly NumberSeries[] =>
  series.from(inject(composition).modules).map(({ value }) => value)

/** Throws 404 if there is none. */
export function findSeries(ctx: Pick<Context, 'inject'>, asked: string): NumberSeries {
  const found = allSeries(ctx).find(({ id }) => id === asked)
  if (!found) throw notFound('Number series')
  return found
}

/** The present day in the tenant's time zone. */
export async function dayOf({ inject, scope, now }: Pick<Context, 'inject' | 'scope' | 'now'>): Promise<string> {
  const locale = await inject(tenantLocales)?.of(scope.tenantId)
  return localDay(now().getTime(), locale?.timeZone ?? 'UTC')
}

/** The organization that a series counts for; null for the tenant. Throws 400 if it counts per organization and none is selected. */
export const ownerOf = ({ per }: NumberSeries, scope: Context['scope']): string | null =>
  per === 'tenant' ? null : requireOrganization(scope)

/** What a series counts on a day. */
export const countedOn = (day: string, declared: NumberSeries, scope: Context['scope']): Counted => ({
  organizationId: ownerOf(declared, scope),
  series: declared.id,
  period: periodOf(day, declared.period),
})

export const blockKey = (tenantId: string, { organizationId, series }: Omit<Counted, 'period'>) =>
  `${tenantId} ${organizationId ?? ''} ${series}`
