import { raw } from '@mikro-orm/core'
import { sql } from '@plinth/core'
import { expect, test } from 'vitest'
import { command, Item } from '../_lab/lab-module.ts'
import { openLab } from '../_lab/lab.ts'

test('values of every kind travel beside the text and come back as they were', async () => {
  const values = {
    name: `it's a "quote", a \\ backslash, ? and ?? and $1`,
    amount: '12345678901234567890.5',
    data: { list: [1, 'two', null], 'a?': { deep: true } },
    labels: ['one', 'with, comma', 'with "quote"'],
    bytes: Buffer.from([0, 1, 255]),
  }
  const create = command('fill', async ({ em }) => {
    em.create(Item, { ...values, secret: null })
    await em.flush()
    return {}
  })
  await using lab = await openLab({ commands: [create] })
  const found = await lab.do(async ({ run, em }) => {
    await run(create, {})
    return em.find(
      Item,
      { name: values.name, labels: { $contains: ['one'] }, createdAt: { $lte: new Date() } },
      { limit: 5 },
    )
  })
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject(values)
})

test('a statement is prepared once for all values; one whose text grows with a list is not', async () => {
  const create = command('fill', async ({ em }) => {
    for (const name of ['a', 'b', 'c']) em.create(Item, { name, secret: null })
    await em.flush()
    return {}
  })
  await using lab = await openLab({ commands: [create] })
  const prepared = await lab.do(async ({ run, em, db }) => {
    await run(create, {})
    for (const name of ['a', 'b', 'c']) expect(await em.findOne(Item, { name })).toMatchObject({ name })
    for (let count = 1; count < 30; count++)
      expect(await em.count(Item, { name: { $in: Array.from({ length: count }, (_, index) => `${index}`) } })).toBe(0)
    expect(await em.count(Item, { name: { $in: ['a', 'c', 'd'] } })).toBe(2)
    expect(await em.count(Item, { amount: null, [raw('length(name)')]: 1 })).toBe(3)
    return (await sql<{ text: string }>`select statement as text from pg_prepared_statements`.execute(db)).rows
  })
  const ofItems = prepared.filter(({ text }) => /^select .* from "items"/.test(text))
  expect(ofItems.length).toBeLessThan(5)
  expect(ofItems.some(({ text }) => /"name" = \$\d/.test(text))).toBe(true)
})
