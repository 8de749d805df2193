import { defineFeatures, defineModule, signedIn } from '@plinth/core'
import { definePage, definePrompt, defineTool, pages, prompts, tools } from '@plinth/points'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { aiClient, officialClients } from './_clients.ts'
import { type McpApp, mcpApp } from './_mcp-app.ts'

const features = defineFeatures('desk', { view: 'View the desk' })
const MANY = 300

const review = definePrompt({
  name: 'desk_review',
  description: 'Looks at what waits.',
  access: features.view,
  input: z.object({
    queue: z.string().min(2).describe('Its name'),
    since: z.string().default('yesterday'),
  }),
  text: ({ queue, since }) => `What has waited in ${queue} since ${since}?`,
})

const desk = defineModule({
  id: 'desk',
  title: 'Desk',
  features,
  roles: { admin: [features.view] },
  contributes: [
    prompts.of(review),
    pages.of(
      definePage({ name: 'start', title: 'Start', access: signedIn, text: '# Start here' }),
      definePage({ name: 'secrets', title: 'For few', access: features.view, text: new URL(import.meta.url) }),
    ),
  ],
})

const numbers = Array.from({ length: MANY }, (_, at) => String(at).padStart(3, '0'))
const many = defineModule({
  id: 'many',
  title: 'Many',
  contributes: [
    tools.of(
      ...numbers.map((at) =>
        defineTool({
          name: `many_${at}`,
          description: 'One of many.',
          access: signedIn,
          input: z.object({}),
          output: z.object({ at: z.string() }),
          run: () => ({ at }),
        }),
      ),
    ),
    prompts.of(
      ...numbers.map((at) =>
        definePrompt({ name: `many_${at}`, description: 'One of many.', access: signedIn, text: () => at }),
      ),
    ),
    pages.of(...numbers.map((at) => definePage({ name: at, title: at, access: signedIn, text: at }))),
  ],
})

let mcp: McpApp
let admin: string
let employee: string

beforeAll(async () => {
  mcp = await mcpApp({ limits: { callsPerMinute: 1_000 } }, [desk, many])
  ;[admin, employee] = [await mcp.keyOf('admin'), await mcp.keyOf('employee')]
})

afterAll(() => mcp?.[Symbol.asyncDispose]())

describe.each(officialClients)('the official client %s', (_, connect) => {
  test('reads the interface', async () => {
    const client = await connect(mcp, admin)
    const read = async (uri: string) => {
      const { contents } = await client.readResource({ uri })
      return JSON.parse((contents[0] as { text: string }).text) as { openapi?: string; paths: Record<string, object> }
    }
    const document = await read('plinth://openapi')
    expect(document).toEqual(await (await mcp.app.anonymous.fetch('/openapi.json')).json())
    expect(document.openapi).toBe('3.1.0')
    expect((await read('plinth://api')).paths['/auth/roles']).toHaveProperty('post')
    const few = await connect(mcp, employee)
    const { contents } = await few.readResource({ uri: 'plinth://api' })
    expect(JSON.stringify(contents)).not.toContain('authCreateRole')
    await Promise.all([client.close(), few.close()])
  })

  test('reads pages of modules, those that it may', async () => {
    const client = await connect(mcp, admin)
    const page = await client.readResource({ uri: 'plinth://pages/desk/start' })
    expect(page.contents).toEqual([
      { uri: 'plinth://pages/desk/start', mimeType: 'text/markdown', text: '# Start here' },
    ])
    const file = await client.readResource({ uri: 'plinth://pages/desk/secrets' })
    expect(JSON.stringify(file.contents)).toContain('defineFeatures')
    const readme = await client.readResource({ uri: 'plinth://pages/ai_assistant/readme' })
    expect(JSON.stringify(readme.contents)).toContain('# @plinth/ai-assistant')
    await expect(client.readResource({ uri: 'plinth://pages/desk/../start' })).rejects.toThrow('not found')
    const few = await connect(mcp, employee)
    const uris = (await few.listResources()).resources.map(({ uri }) => uri)
    expect(uris).toContain('plinth://pages/desk/start')
    expect(uris).not.toContain('plinth://pages/desk/secrets')
    await expect(few.readResource({ uri: 'plinth://pages/desk/secrets' })).rejects.toThrow('not found')
    await Promise.all([client.close(), few.close()])
  })

  test('fills prompts of modules in, those that it may', async () => {
    const client = await connect(mcp, admin)
    const { prompts } = await client.listPrompts()
    expect(prompts.find(({ name }) => name === 'desk_review')).toEqual({
      name: 'desk_review',
      title: 'Desk review',
      description: 'Looks at what waits.',
      arguments: [
        { name: 'queue', description: 'Its name', required: true },
        { name: 'since', required: false },
      ],
    })
    const fill = (given: Record<string, string>) => client.getPrompt({ name: 'desk_review', arguments: given })
    expect((await fill({ queue: 'post' })).messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'What has waited in post since yesterday?' } },
    ])
    await expect(fill({})).rejects.toThrow('queue')
    await expect(fill({ queue: 'x' })).rejects.toThrow('queue')
    await expect(fill({ queue: 'x'.repeat(10_001) })).rejects.toThrow('longer than 10000')
    const few = await connect(mcp, employee)
    expect((await few.listPrompts()).prompts.map(({ name }) => name)).not.toContain('desk_review')
    await expect(few.getPrompt({ name: 'desk_review', arguments: { queue: 'post' } })).rejects.toThrow('not found')
    await Promise.all([client.close(), few.close()])
  })
})

test('lists are told in parts, each item once', async () => {
  // The clients follow cursors by themselves; here they are followed by hand.
  const all = async (method: string, member: string) => {
    const items: Record<string, string>[] = []
    let parts = 0
    for (let cursor: string | undefined; parts === 0 || cursor !== undefined; parts++) {
      const response = await mcp.send(
        { jsonrpc: '2.0', id: 1, method, params: { ...(cursor !== undefined && { cursor }) } },
        { 'x-api-key': admin },
      )
      const { result } = (await response.json()) as {
        result: { nextCursor?: string } & Record<string, Record<string, string>[]>
      }
      items.push(...result[member]!)
      cursor = result.nextCursor
    }
    return { items, parts }
  }
  for (const [method, member, key, wanted] of [
    ['tools/list', 'tools', 'name', 'many_'],
    ['prompts/list', 'prompts', 'name', 'many_'],
    ['resources/list', 'resources', 'uri', 'plinth://pages/many/'],
  ] as const) {
    const { items, parts } = await all(method, member)
    const keys = items.map((item) => item[key]!)
    expect(parts).toBe(2)
    expect(keys).toEqual([...new Set(keys)].toSorted())
    expect(keys.filter((one) => one.startsWith(wanted))).toEqual(numbers.map((at) => wanted + at))
    const refused = await mcp.send(
      { jsonrpc: '2.0', id: 1, method, params: { cursor: 'bm9uZQ' } },
      { 'x-api-key': admin },
    )
    expect(await refused.json()).toMatchObject({ error: { code: -32_602, message: 'Unknown cursor' } })
  }
})

test('the AI SDK reads resources and prompts', async () => {
  const client = await aiClient(mcp, admin)
  const { resources } = await client.listResources()
  expect(resources.map(({ uri }) => uri)).toEqual(expect.arrayContaining(['plinth://api', 'plinth://openapi']))
  const page = await client.readResource({ uri: 'plinth://pages/desk/start' })
  expect(page.contents).toMatchObject([{ text: '# Start here' }])
  const prompt = await client.getPrompt({ name: 'desk_review', arguments: { queue: 'post' } })
  expect(prompt.messages).toMatchObject([{ role: 'user' }])
  await client.close()
})

test('the metadata names nobody who gives out tokens where there is nobody', async () => {
  const metadata = await fetch(new URL('/.well-known/oauth-protected-resource/mcp', mcp.url))
  expect(await metadata.json()).not.toHaveProperty('authorization_servers')
})
