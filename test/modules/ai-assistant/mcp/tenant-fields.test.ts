import { addRole } from '@plinth/auth/testing'
import { customFields } from '@plinth/custom-fields'
import { defineField } from '@plinth/custom-fields/testing'
import { dictionaries } from '@plinth/dictionaries'
import { progress } from '@plinth/progress'
import { tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { depot } from '../../auth/rights/_depot.ts'
import { execute } from '../_assistant.ts'
import { officialClients } from './_clients.ts'
import { mcpApp } from './_mcp-app.ts'

const USER = 'auth:user'

test('a tenant’s assistants know its custom fields, and no other tenant does', async () => {
  await using mcp = await mcpApp({ limits: { callsPerMinute: 1_000 } }, [progress, dictionaries, customFields])
  const { app } = mcp
  const admin = app.as({ features: ['*'] })
  const stranger = app.as({ features: ['*'], tenantId: tenantB.id, organizationId: tenantB.organization })
  await defineField(admin, USER, { key: 'shoe_size', kind: 'integer', label: 'Size of shoes' })
  const [, connect] = officialClients[0]!
  const client = await connect(mcp, await mcp.keyOf('admin'))
  const foreign = await connect(mcp, await mcp.keyOf('employee', { tenantId: tenantB.id, organizationId: null }))
  const names = (value: unknown) => JSON.stringify(value).includes('cf_shoe_size')
  const read = async (uri: string, by = client) => names((await by.readResource({ uri })).contents)
  expect(await read('plinth://openapi')).toBe(true)
  expect(await read('plinth://openapi', foreign)).toBe(false)
  expect(await read('plinth://api')).toBe(true)
  expect(await read('plinth://api', foreign)).toBe(false)
  const listed: unknown[] = []
  for (let cursor: string | undefined; ;) {
    const { tools, nextCursor } = await client.listTools(cursor === undefined ? {} : { cursor })
    listed.push(...tools)
    cursor = nextCursor
    if (cursor === undefined) break
  }
  expect(names(listed)).toBe(true)
  const schemaOf = async (who: typeof admin, named: string) => {
    const { tools } = (await who.get('/ai_assistant/tools')).body
    return tools.find(({ name }: { name: string }) => name === named).inputSchema
  }
  expect((await schemaOf(admin, 'authUpdateUser')).properties.cf_shoe_size).toMatchObject({
    title: 'Size of shoes',
    anyOf: [{ type: 'integer' }, { type: 'null' }],
  })
  expect((await schemaOf(admin, 'authListUsers')).properties.cf_shoe_size).toMatchObject({ type: 'string' })
  expect((await schemaOf(stranger, 'authUpdateUser')).properties).not.toHaveProperty('cf_shoe_size')
  const search = async (who: typeof admin) => {
    const code = 'async () => JSON.stringify(spec.paths["/auth/users"])'
    return names((await execute(who, 'search', { code })).body)
  }
  expect(await search(admin)).toBe(true)
  expect(await search(stranger)).toBe(false)
  // A changed definition is seen.
  await admin.del('/entities/definitions', { entityId: USER, key: 'shoe_size' })
  expect(await read('plinth://openapi')).toBe(false)
  expect(await read('plinth://api')).toBe(false)
  expect((await schemaOf(admin, 'authUpdateUser')).properties).not.toHaveProperty('cf_shoe_size')
  await Promise.all([client.close(), foreign.close()])
})

test('of many fields, tools describe the first', async () => {
  await using mcp = await mcpApp({}, [progress, dictionaries, customFields])
  const admin = mcp.app.as({ features: ['*'] })
  const keys = Array.from({ length: 60 }, (_, index) => `field_${String(index).padStart(2, '0')}`)
  const definitions = keys.map((key) => ({ key, kind: 'text' }))
  await admin.post('/entities/definitions.batch', { entityId: USER, definitions })
  const { tools } = (await admin.get('/ai_assistant/tools')).body
  const { inputSchema } = tools.find(({ name }: { name: string }) => name === 'authUpdateUser')
  expect(Object.keys(inputSchema.properties).filter((name) => name.startsWith('cf_'))).toEqual(
    keys.slice(0, 50).map((key) => `cf_${key}`),
  )
  expect(Object.keys(inputSchema.patternProperties)).toEqual(['^cf_[a-z0-9_]+$'])
})

test('the API document is in the language of each reader, without what policies hide from them', async () => {
  await using mcp = await mcpApp({ limits: { callsPerMinute: 1_000 } }, [depot])
  const admin = mcp.app.as({ features: ['*'] })
  const roleId = await addRole(admin, 'Clerk', { features: ['depot.*', 'ai_assistant.*'] })
  await admin.put('/auth/roles/field-policies', { roleId, policies: { 'depot.part': { read: ['title'] } } })
  const [, connect] = officialClients[0]!
  const read = async (key: string) => {
    const client = await connect(mcp, key)
    const { contents } = await client.readResource({ uri: 'plinth://openapi' })
    await client.close()
    return JSON.parse((contents[0] as { text: string }).text).paths
  }
  const whole = await mcp.keyOf('admin')
  const english = await read(whole)
  expect(english['/auth/teams'].get.summary).toBe('List the teams of the tenant.')
  expect(JSON.stringify(english['/depot/parts'].get)).toContain('rating')
  const few = await read(await mcp.keyOf('Clerk'))
  expect(JSON.stringify(few['/depot/parts'].get)).not.toContain('rating')
  await admin.put('/directory/settings', { language: 'de' })
  expect((await read(whole))['/auth/teams'].get.summary).toBe('Teams des Mandanten auflisten.')
})
