import { defineCommand, defineFeatures, defineModule, Id, Ok, post } from '@plinth/core'
import { defineRulePoint } from '@plinth/core/rules'
import { z } from 'zod'

const features = defineFeatures('shop', { sell: 'Sell' })

const orderRules = defineRulePoint('shop:order', {
  title: 'Order',
  aliases: ['shop:orders', 'shop:sales_order'],
  data: z.object({
    total: z.number(),
    note: z.string().nullable(),
    placedAt: z.iso.datetime(),
    lines: z.array(z.any()),
  }),
  settable: ['note'],
  load: async () => null,
})

const createOrder = defineCommand({
  id: 'shop.orders.create',
  access: features.sell,
  rules: orderRules.create,
  input: z.object({ total: z.number(), note: z.string().nullish() }),
  output: Id,
  run: () => ({ id: crypto.randomUUID() }),
})

const cancelOrder = defineCommand({
  id: 'shop.orders.cancel',
  access: features.sell,
  rules: orderRules.delete,
  input: z.object({ id: z.uuid() }),
  output: Ok,
  run: () => ({ ok: true as const }),
})

/** A product whose orders meet rules when they are created and cancelled. */
export const shop = defineModule({
  id: 'shop',
  title: 'Shop',
  features,
  commands: [createOrder, cancelOrder],
  routes: [post('/shop/orders', createOrder, { status: 201 })],
})
