import type { Context } from '@plinth/core'
import { disableEndpoint } from '../commands/disable-endpoint.ts'
import { takeDeliveries } from '../commands/take-deliveries.ts'
import { Sending } from './sending.ts'

/** Messages that a host may have taken: of a tenant, and of one endpoint. */
const [TAKEN, TAKEN_PER_ENDPOINT] = [1_024, 256]

/** Milliseconds after which a host that waits for answers looks for what has been emitted meanwhile. */
const LOOK_EVERY = 250

/** Sends what is due in the tenant until nothing is left. An endpoint that answers slowly does not hold up the others. */
export async function sendDue(ctx: Context, signal: AbortSignal): Promise<void> {
  const sending = new Sending(ctx, signal)
  /** Notes what has ended, and takes so many more. Returns how many it got. */
  const exchange = async (most: number): Promise<number> => {
    const attempts = sending.takeEnded()
    if (attempts.length === 0 && most === 0) return 0
    const busy = sending.sizeByEndpoint()
    const { taken, disabled } = await ctx.run(takeDeliveries, {
      attempts,
      most,
      mostOfEndpoint: TAKEN_PER_ENDPOINT,
      busy,
    })
    sending.add(taken)
    for (const one of disabled) await ctx.run(disableEndpoint, one)
    return taken.length
  }
  while (!signal.aborted && sending.failures.length === 0) {
    const isIdle = sending.size === 0
    const count = await exchange(Math.max(0, TAKEN - sending.size))
    // What was being sent while it looked may have made room since.
    if (isIdle && count === 0) break
    await sending.progress(LOOK_EVERY)
  }
  await sending.end()
  await exchange(0)
  const [failure] = sending.failures
  if (failure !== undefined) throw failure
}
