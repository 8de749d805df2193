import { expect, test } from 'vitest'
import { heapInUse } from '../../_setup/memory.ts'
import { create, guardRule, rulesApp, rulesPath } from './_rules.ts'

const MEGABYTE = 1_000_000
const manager = { features: ['business_rules.*'] }

test('names of members that nobody has sent before leave nothing behind', async () => {
  await using app = await rulesApp()
  const client = app.as(manager)
  const action = { type: 'SHOW_INFO', config: { message: 'seen' } }
  await create(client, rulesPath, { ...guardRule, ruleType: 'ACTION', successActions: [action] })
  const execute = async (name: string) => {
    const answer = await client.post('/business_rules/execute', { entityType: 'Order', data: { [name]: 1 } })
    expect(answer.status).toBe(200)
  }
  for (let warm = 0; warm < 5; warm++) await execute(`warm${warm}`)
  await app.settled()
  const before = await heapInUse()
  for (let index = 0; index < 100; index++) await execute(String(index).padEnd(900_000, 'x'))
  await app.settled()
  expect((await heapInUse()) - before).toBeLessThan(30 * MEGABYTE)
})
