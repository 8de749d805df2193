import { z } from 'zod'
import type { Host } from '../_frame/host.ts'
import { addTenant } from '../_frame/tenants.ts'
import { bodyFrom, type Call, type Visitor } from '../_frame/visitor.ts'
import { newRule } from './_rules.ts'

export const DATA = '/dashboards/widgets/data'
export const PRODUCTS = 'catalog:products'
export const count = { field: 'id', aggregate: 'count' }

/** How many products there are, unless more is said. */
export const ask = (who: Visitor, more: object = {}): Call =>
  who.post(DATA, { entityType: PRODUCTS, metric: count, ...more })

/** What is told of a request that makes no sense. */
export const issues = z.array(z.looseObject({ path: z.array(z.union([z.string(), z.number()])) })).min(1)

/** A Wednesday; the days on which products were made, and how many. */
const NOW = '2026-07-15T12:00:00Z'
const MADE: Readonly<Record<string, number>> = {
  '2026-07-15': 1,
  '2026-07-14': 2,
  '2026-07-13': 1,
  '2026-07-08': 1,
  '2026-07-01': 1,
  '2026-06-30': 3,
  '2026-06-01': 1,
  '2026-04-01': 1,
  '2026-03-31': 2,
  '2026-01-01': 1,
  '2025-12-31': 1,
  '2025-07-15': 2,
  '2025-07-01': 1,
}
/** How many products were made on these days. */
export const between = (from: string, to: string) =>
  Object.entries(MADE).reduce((sum, [day, made]) => sum + (day >= from && day <= to ? made : 0), 0)

/** Products of known days and three rules; the clock stands on the Wednesday. */
export async function dataScenario(host: Host) {
  const { app, signIn } = host
  app.clock.set(new Date(NOW))
  const [admin, employee] = [await signIn('admin@acme.com'), await signIn('employee@acme.com')]
  const other = await addTenant(host, 'Data')
  for (const [day, made] of Object.entries(MADE))
    for (let index = 0; index < made; index++)
      await bodyFrom(
        admin.post('/catalog/products', {
          title: day,
          productType: index === 0 ? 'simple' : 'bundle',
          isActive: index < 2,
        }),
      )
  await app.sql(
    `update catalog_products set created_at = title::timestamptz + interval '12 hours' where title like '20%'`,
  )
  for (const priority of [10, 20, 60])
    await newRule(admin, {
      priority,
      ruleType: priority === 60 ? 'ACTION' : 'GUARD',
      ruleCategory: priority === 10 ? 'a' : null,
    })
  await bodyFrom(other.admin.post('/catalog/products', { title: 'Foreign' }))
  const { userId } = await bodyFrom(admin.post('/auth/feature-check', { features: [] }))
  return { admin, employee, other, all: between('2000', '2100'), userId: String(userId) }
}
