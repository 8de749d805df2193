import { composition, type Context, type Module, PlatformError } from '@plinth/core'

/** An export that nobody has read from for so long, in milliseconds, no longer stands in the way of another. */
const IDLE_TIME = 60_000

/** When each tenant's export on this host was last read from, by platform. */
const running = new WeakMap<readonly Module[], Map<string, number>>()

export interface ExportSlot {
  /** Tells that the export goes on. */
  touch(): void
  end(): void
}

/** Takes the tenant's place for an export on this host; throws 429 while another one is running (decision 43). */
export function takeExportSlot({ inject, scope, now }: Pick<Context, 'inject' | 'scope' | 'now'>): ExportSlot {
  const { modules } = inject(composition)
  const slots = running.get(modules) ?? new Map<string, number>()
  running.set(modules, slots)
  const { tenantId } = scope
  const last = slots.get(tenantId)
  if (last !== undefined && now().getTime() - last < IDLE_TIME)
    throw new PlatformError('too_many', 'An export of this tenant is running. Please try again when it has ended.', {
      headers: { 'retry-after': '10' },
    })
  const touch = () => slots.set(tenantId, now().getTime())
  touch()
  return { touch, end: () => slots.delete(tenantId) }
}
