import { composition, type Context, type Module, PlatformError } from '@plinth/core'

/** Milliseconds without a read after which an export no longer blocks another one. */
const IDLE_TIME = 60_000

/** The running export of each tenant on this host, by platform. */
const running = new WeakMap<readonly Module[], Map<string, RunningExport>>()

interface RunningExport {
  readAt: number
}

export interface ExportSlot {
  /** Marks the export as active. */
  touch(): unknown
  end(): unknown
}

/** Reserves the tenant's export slot on this host; throws 429 while another export is running (decision: Limits per tenant). */
export function takeExportSlot({ inject, scope, now }: Pick<Context, 'inject' | 'scope' | 'now'>): ExportSlot {
  const { modules } = inject(composition)
  const slots = running.get(modules) ?? new Map<string, RunningExport>()
  running.set(modules, slots)
  const { tenantId } = scope
  const last = slots.get(tenantId)
  if (last !== undefined && now().getTime() - last.readAt < IDLE_TIME)
    throw new PlatformError(
      'too_many',
      'Another export of this tenant is in progress. Please try again when it has finished.',
      {
        headers: { 'retry-after': '10' },
      },
    )
  const own: RunningExport = { readAt: now().getTime() }
  slots.set(tenantId, own)
  return {
    touch: () => (own.readAt = now().getTime()),
    // An idle export may have lost its slot to another one.
    end: () => slots.get(tenantId) === own && slots.delete(tenantId),
  }
}
