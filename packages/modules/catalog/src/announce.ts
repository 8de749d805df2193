import type { Context, EventType } from '@plinth/core'
import { catalogTag } from './contract.ts'

type CatalogEvent = EventType<{ id: string; organizationId: string | null; tenantId: string }>

/** Tells of a write, and drops what was cached of the catalog. */
export function announce(
  { emit, invalidate, scope }: Pick<Context, 'emit' | 'invalidate' | 'scope'>,
  event: CatalogEvent,
  { id, organizationId = null }: { id: string; organizationId?: string | null | undefined },
): void {
  const { tenantId } = scope
  emit(event, { id, organizationId, tenantId })
  invalidate(catalogTag(tenantId))
}
