import type { Context } from '@plinth/core'
import { catalogTag, type events } from './contract.ts'

/** Emits the event of a write and invalidates the cached catalog. */
export function emitCatalogEvent(
  { emit, invalidate, scope }: Pick<Context, 'emit' | 'invalidate' | 'scope'>,
  event: (typeof events)[keyof typeof events],
  { id, organizationId = null }: { id: string; organizationId?: string | null | undefined },
): void {
  const { tenantId } = scope
  emit(event, { id, organizationId, tenantId })
  invalidate(catalogTag(tenantId))
}
