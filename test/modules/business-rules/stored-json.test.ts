import fc from 'fast-check'
import { expect, test } from 'vitest'
import { create, guardRule, rulesApp, rulesPath } from './_rules.ts'

test('a condition and its actions come back as they were sent, or are refused with 400', async () => {
  await using app = await rulesApp()
  const admin = app.as('admin')
  const id = await create(admin, rulesPath, guardRule)
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), fc.string({ unit: 'binary' }), async (value, text) => {
      const sent = JSON.parse(
        JSON.stringify({
          conditionExpression: { field: 'a', operator: 'IN', value, [text]: text },
          failureActions: [{ type: 'SET_FIELD', config: { field: text || 'a', value } }],
        }).replaceAll('"__proto__"', '"proto"'),
      )
      const { status } = await admin.put(rulesPath, { id, ...sent })
      expect([200, 400]).toContain(status)
      if (status === 400) return
      accepted++
      const { body } = await admin.get(`${rulesPath}/${id}`)
      expect({ conditionExpression: body.conditionExpression, failureActions: body.failureActions }).toEqual(sent)
    }),
    { numRuns: 100 },
  )
  expect(accepted).toBeGreaterThan(25)
})

test('what the database cannot hold is refused, and so is what is nested or long beyond measure', async () => {
  await using app = await rulesApp()
  const admin = app.as('admin')
  const put = async (value: string) => {
    const body = `{"conditionExpression":{"field":"a","operator":"=","value":${value}}}`
    return admin.post(rulesPath, JSON.stringify(guardRule).slice(0, -1) + `,${body.slice(1)}`)
  }
  for (const value of [String.raw`"\u0000"`, String.raw`"\ud800"`, String.raw`{"\u0000":1}`]) {
    expect((await put(value)).status).toBe(400)
  }
  const nested = (depth: number) => put('['.repeat(depth) + ']'.repeat(depth))
  const limits = 'Condition expression exceeds safety limits: more than 32 levels of nested values'
  expect((await nested(40)).body.error).toBe(
    `Validation failed: conditionExpression: Invalid condition expression: ${limits}`,
  )
  for (const depth of [5000, 200_000]) {
    const refused = await nested(depth)
    expect([refused.status, refused.body.error]).toEqual([400, 'The JSON body is nested deeper than 100 levels'])
  }
  expect((await put(`"${'x'.repeat(200_000)}"`)).status).toBe(400)
  for (const [field, value] of Object.entries({ ruleId: '\0', ruleName: 'a\0', entityType: '\0', createdBy: '\0' })) {
    expect((await admin.post(rulesPath, { ...guardRule, [field]: value })).status).toBe(
      field === 'createdBy' ? 201 : 400,
    )
  }
})
