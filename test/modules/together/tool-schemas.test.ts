import { signIn, withHeaders } from '@plinth/auth/testing'
import { expect, test } from 'vitest'
import { openTogether } from './_platform.ts'

interface McpTool {
  readonly name: string
  readonly inputSchema: unknown
}

/** Where a JSON schema has a member `type` that is an array. */
function arrayTypesIn(value: unknown, path: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'type' && Array.isArray(member) ? [`${path}.type`] : arrayTypesIn(member, `${path}.${name}`),
  )
}

test('no tool of any module has a list of types, which many models’ dialects of JSON Schema do not know', async () => {
  await using app = await openTogether()
  const owner = await signIn(app, 'superadmin@acme.com')
  const { secret } = (await owner.post('/api_keys/keys', { name: 'Tools', roles: ['superadmin'] })).body
  const client = withHeaders(app, { 'x-api-key': secret, accept: 'application/json, text/event-stream' })
  const tools: McpTool[] = []
  let cursor: string | undefined
  do {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { ...(cursor && { cursor }) } }
    const { status, body } = await client.post('/mcp', message)
    expect([status, body.error]).toEqual([200, undefined])
    tools.push(...body.result.tools)
    cursor = body.result.nextCursor
  } while (cursor !== undefined)
  expect(tools.length).toBeGreaterThan(80)
  expect(tools.flatMap(({ name, inputSchema }) => arrayTypesIn(inputSchema, name))).toEqual([])
  const unitPrice = tools
    .filter(({ name }) => /price/i.test(name))
    .flatMap(({ inputSchema }) => (inputSchema as { properties: Record<string, object> }).properties['unitPrice'] ?? [])
  expect(unitPrice.length).toBeGreaterThan(0)
  for (const schema of unitPrice) expect(schema).not.toHaveProperty('type', expect.any(Array))
})
