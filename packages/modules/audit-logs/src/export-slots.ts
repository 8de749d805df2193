import { composition, type Context, type Module, PlatformError } from '@plinth/core'

/** An export that nobody has read from for so long, in milliseconds, no longer stands in the way of another. */
const IDLE_TIME = 60_000

/** Each tenant's export on this host, by platform. */
const running = new WeakMap<readonly Module[], Map<string, RunningExport>>()

interface RunningExport {
  readAt: number
}

export interface ExportSlot {
  /** Tells that the export goes on. */
  touch(): unknown
  end(): unknown
}

/** Takes the tenant's place for an export on this host; throws 429 while another one is running (decision 43). */
export function takeExportSlot({ inject, scope, now }: Pick<Context, 'inject' | 'scope' | 'now'>): ExportSlot {
  const { modules } = inject(composition)
  const slots = running.get(modules) ?? new Map<string, RunningExport>()
  running.set(modules, slots)
  const { tenantId } = scope
  const last = slots.get(tenantId)
  if (last !== undefined && now().getTime() - last.readAt < IDLE_TIME)
    throw new PlatformError('too_many', 'An export of this tenant is running. Please try again when it has ended.', {
      headers: { 'retry-after': '10' },
    })
  const own: RunningExport = { readAt: now().getTime() }
  slots.set(tenantId, own)
  return {
    touch: () => (own.readAt = now().getTime()),
    // One that was idle for too long has given its place to another.
    end: () => slots.get(tenantId) === own && slots.delete(tenantId),
  }
}
