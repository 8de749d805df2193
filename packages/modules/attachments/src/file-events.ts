import type { Context } from '@plinth/core'
import { events, tags } from './contract.ts'

/** Emits the event of a write to a file, and drops what was cached of it. */
export function emitFileEvent(
  { emit, invalidate, scope }: Pick<Context, 'emit' | 'invalidate' | 'scope'>,
  event: keyof typeof events,
  { id, organizationId = null }: { id: string; organizationId?: string | null | undefined },
): void {
  emit(events[event], { id, organizationId, tenantId: scope.tenantId })
  invalidate(tags.attachment(id))
}
