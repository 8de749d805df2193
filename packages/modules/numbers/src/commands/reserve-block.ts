import { defineCommand, on, signedIn } from '@plinth/core'
import { z } from 'zod'
import { BLOCK_SIZE, blocks } from '../blocks.ts'
import { events } from '../contract.ts'
import { countOn } from '../count.ts'
import { blockKey, findSeries, ownerOf } from '../known-series.ts'

/** Reserves numbers for this host, in a transaction that ends at once. Numbers that the host does not use are left out. */
export const reserveBlock = defineCommand({
  id: 'numbers.blocks.reserve',
  access: signedIn,
  logged: false,
  input: z.object({ series: z.string(), period: z.string() }),
  output: z.object({ first: z.number().int(), last: z.number().int() }),
  async run(ctx) {
    const { series, period } = ctx.input
    const organizationId = ownerOf(findSeries(ctx, series), ctx.scope)
    const { last } = await countOn(ctx, { organizationId, series, period }, BLOCK_SIZE)
    return { first: last - BLOCK_SIZE + 1, last }
  },
})

/** Right after the commit of a command that took a number, and outside its transaction. */
export const reserve = on(events['block.used'], async (ctx) => {
  const { payload, run, inject, scope } = ctx
  const { series, period } = payload
  const organizationId = ownerOf(findSeries(ctx, series), scope)
  const key = blockKey(scope.tenantId, { organizationId, series })
  await inject(blocks).reserve(key, period, () => run(reserveBlock, payload))
})
