import type { Context } from '@plinth/core'
import { disableEndpoint } from '../commands/disable-endpoint.ts'
import { noteAttempt } from '../commands/note-attempt.ts'
import { takeDeliveries } from '../commands/take-deliveries.ts'
import { deliver, type TakenDelivery } from '../deliver.ts'

/** Messages of a tenant that a host sends at the same time. */
const AT_ONCE = 32

/** Milliseconds after which a host that waits for answers looks for what has been emitted meanwhile. */
const LOOK_EVERY = 250

/** Sends what is due in the tenant until nothing is left. An endpoint that answers slowly does not hold up the others. */
export async function sendDue(ctx: Context, signal: AbortSignal): Promise<void> {
  const sending = new Map<string, { readonly endpointId: string; readonly done: Promise<void> }>()
  const failures: unknown[] = []
  while (!signal.aborted) {
    const isIdle = sending.size === 0
    const busy = countBy([...sending.values()].map(({ endpointId }) => endpointId))
    const most = AT_ONCE - sending.size
    const { taken } = most > 0 ? await ctx.run(takeDeliveries, { most, busy }) : { taken: [] }
    for (const one of taken) {
      const done = attempt(ctx, one, signal)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => sending.delete(one.id))
      sending.set(one.id, { endpointId: one.endpointId, done })
    }
    // What was being sent while it looked may have made room since.
    if (isIdle && taken.length === 0) break
    if (sending.size === 0) continue
    await Promise.race([...[...sending.values()].map(({ done }) => done), pause()])
  }
  await Promise.all([...sending.values()].map(({ done }) => done))
  if (failures.length > 0) throw failures[0]
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, LOOK_EVERY).unref())

function countBy(ids: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const id of ids) counts[id] = (counts[id] ?? 0) + 1
  return counts
}

/** Each attempt is a unit of work of its own, since many run at the same time. */
function attempt({ actAs, scope: { tenantId } }: Context, taken: TakenDelivery, signal: AbortSignal): Promise<void> {
  const { id, attempts, endpointId } = taken
  return actAs({ actor: 'platform', reason: 'send a webhook', scope: { tenantId } }, async (ctx) => {
    const outcome = await deliver(ctx, taken, signal)
    const { disable } = await ctx.run(noteAttempt, { id, attempts, outcome })
    if (disable) await ctx.run(disableEndpoint, { id: endpointId, because: disable.because })
  })
}
