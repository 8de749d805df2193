import { type Context, defineCache } from '@plinth/core'
import { derivedId } from '@plinth/core/security'
import { formatsTag } from './contract.ts'
import type { Counted } from './count.ts'
import { NumberFormat } from './entities.ts'

/** What a tenant or organization has changed about a series. */
export interface Format {
  readonly pattern: string | null
  readonly startPeriod: string | null
  readonly startAt: number | null
}

const NONE: Format = { pattern: null, startPeriod: null, startAt: null }

export const formatCache = defineCache<Format>('numbers.formats')

/** The id of a series of a tenant or organization. */
export const formatId = (tenantId: string, { organizationId, series }: Omit<Counted, 'period'>) =>
  derivedId('numbers.format', tenantId, organizationId, series)

/** Costs no query while the formats are the same. */
export function formatIn({ cached, from, scope: { tenantId } }: Context, counted: Counted): Promise<Format> {
  const id = formatId(tenantId, counted)
  return cached(formatCache, id, async () => {
    const stored = await from(NumberFormat, 'f')
      .select(['f.pattern', 'f.startPeriod', 'f.startAt'])
      .where('f.id', '=', id)
      .executeTakeFirst()
    return { value: stored ?? NONE, tags: [formatsTag(tenantId)] }
  })
}
