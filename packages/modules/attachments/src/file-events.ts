import type { Context } from '@plinth/core'
import { events, tags } from './contract.ts'

/** Emits the event for a change of a file and invalidates its cache entries. */
export function emitFileEvent(
  { emit, invalidate, scope }: Pick<Context, 'emit' | 'invalidate' | 'scope'>,
  event: keyof typeof events,
  { id, organizationId = null }: { id: string; organizationId?: string | null | undefined },
): void {
  emit(events[event], { id, organizationId, tenantId: scope.tenantId })
  invalidate(tags.attachment(id))
}
