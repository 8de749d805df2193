import { businessRules, events } from '@plinth/business-rules'
import { defineEvents, defineModule, type EventType, on } from '@plinth/core'
import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { create, guardRule, rulesApp, rulesPath, setsPath } from './_rules.ts'

test('every write is announced once, with the ids of what it wrote', async () => {
  const heard: unknown[][] = []
  const all: readonly EventType[] = Object.values(events)
  const listener = defineModule({
    id: 'listener',
    title: 'Listener',
    subscribers: all.map((event) => on(event, ({ payload }) => void heard.push([event.id, payload]))),
  })
  await using app = await rulesApp({ modules: [businessRules(), listener] })
  const admin = app.as('admin')
  const id = await create(admin, rulesPath, guardRule)
  await admin.put(rulesPath, { id, ruleName: 'Changed' })
  const set = await create(admin, setsPath, { setId: 'S-1', setName: 'One' })
  await admin.put(setsPath, { id: set, enabled: false })
  const members = `${setsPath}/${set}/members`
  const memberId = await create(admin, members, { ruleId: id })
  await admin.put(members, { memberId, sequence: 1 })
  await admin.del(`${members}?memberId=${memberId}`)
  await admin.del(`${setsPath}?id=${set}`)
  await admin.del(`${rulesPath}?id=${id}`)
  await admin.del(`${rulesPath}?id=${id}`)
  await admin.post(rulesPath, {})
  await app.settled()
  const place = { tenantId: tenantA.id, organizationId: tenantA.organization }
  const member = { ...place, id: memberId, setId: set }
  expect(heard).toEqual([
    ['business_rules.rule.created', { ...place, id }],
    ['business_rules.rule.updated', { ...place, id }],
    ['business_rules.set.created', { ...place, id: set }],
    ['business_rules.set.updated', { ...place, id: set }],
    ['business_rules.set_member.added', member],
    ['business_rules.set_member.updated', member],
    ['business_rules.set_member.removed', member],
    ['business_rules.set.deleted', { ...place, id: set }],
    ['business_rules.rule.deleted', { ...place, id }],
  ])
})

test('an event that nobody declares, a host and a mail address that cannot be one, fail at boot by name', async () => {
  const [unknown] = Object.values(defineEvents('billing', { 'invoice.paid': z.object({}) }))
  await expect(rulesApp({ modules: [businessRules({ events: [unknown!] })] })).rejects.toThrow(
    "Module 'business_rules' emits 'billing.invoice.paid', which no composed module lists in `events`",
  )
  for (const host of ['https://hooks.example.com', 'hooks.example.com/in', ''])
    expect(() => businessRules({ webhookHosts: [host] })).toThrow(`'${host}' is not a host that webhooks can go to`)
  for (const address of ['acme.com', 'Desk <desk@acme.com>', ''])
    expect(() => businessRules({ mailAddresses: [address] })).toThrow(
      `'${address}' of \`mailAddresses\` is not an e-mail`,
    )
  for (const host of ['*', '*.example.com', 'hooks.example.com', '127.0.0.1:8080', '[::1]:80'])
    expect(businessRules({ webhookLocalHosts: [host] }).id).toBe('business_rules')
})
