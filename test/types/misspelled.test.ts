import { expect, test } from 'vitest'
import { makeFolder } from '../docs/_folder.ts'

const entity = `
import { defineEntity, p } from '@mikro-orm/core'
import { defineFeatures, input, list, resource, Scoped } from '@plinth/core'
const access = defineFeatures('desk', { view: 'View' }).view
const Ticket = defineEntity({ name: 'Ticket', tableName: 'tickets', extends: Scoped, properties: { title: p.string() } })
const usual = { access: { read: access, write: access }, input: input(Ticket, ['title']) }
`
const misspelled = [
  `input(Ticket, ['titel'])`,
  `list('/tickets', Ticket, { access, select: ['id', 'titel'] })`,
  `list('/tickets', Ticket, { access, select: ['id'], sort: ['titel'] })`,
  `list('/tickets', Ticket, { access, select: ['id'], sort: { name: 'titel' } })`,
  `list('/tickets', Ticket, { access, select: ['id'], filter: ['titel'] })`,
  `list('/tickets', Ticket, { access, select: ['id'], search: ['titel'] })`,
  `resource('/tickets', Ticket, { ...usual, list: { select: ['id', 'titel'] } })`,
  `resource('/tickets', Ticket, { ...usual, list: { select: ['id'], sort: ['titel'] } })`,
]

test('a misspelled property is answered with those that there are', { timeout: 120_000 }, async () => {
  await using folder = await makeFolder()
  await folder.write('misspelled.ts', entity + misspelled.join('\n'))
  const complaints = await folder.typeCheck()
  const whole = complaints.join('\n')
  expect(whole.match(/error TS/g)).toHaveLength(misspelled.length)
  expect(whole.match(/Did you mean '"title"'\?/g)).toHaveLength(misspelled.length)
  const names = `"createdAt" | "id" | "organizationId" | "tenantId" | "title" | "updatedAt"`
  expect(whole.split(names).length).toBeGreaterThan(misspelled.length)
  expect(whole).not.toMatch(/Name<|InferEntity|PropertyOptionsBuilder/)
})
