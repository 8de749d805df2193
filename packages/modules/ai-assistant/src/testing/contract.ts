import { type ModuleFixtures, type Persona, tenantA, type TestPlatform } from '@plinth/testing'

const userId = '77777777-7777-4777-8777-777777777777'
const person: Persona = { features: ['*'], userId }
const unknown = '99999999-9999-4999-8999-999999999999'
const sessionKey = 'POST /ai_assistant/session-key'
const execute = 'POST /ai_assistant/tools/execute'
const metadata = ['', '/mcp', '/api/mcp'].map((path) => `GET /.well-known/oauth-protected-resource${path}`)

/** A conversation of the calling user. */
async function conversation({ sql }: TestPlatform): Promise<string> {
  const id = crypto.randomUUID()
  await sql(
    `insert into ai_conversations (id, tenant_id, organization_id, actor_id, title, created_at, updated_at)
      values ($1, $2, $3, $4, 'Hello', now(), now())`,
    [id, tenantA.id, tenantA.organization, userId],
  )
  return id
}

const inPath = async (app: TestPlatform) => ({ params: { id: await conversation(app) } })

/** The HTTP contract of the assistant. The platform has a key for OpenAI. */
export const contract: NonNullable<ModuleFixtures['contract']> = {
  open: ['POST /mcp', ...metadata],
  samples: [
    { route: 'GET /ai_assistant/health', as: person, expect: 200 },
    { route: 'GET /ai_assistant/settings', as: person, expect: 200 },
    { route: 'PUT /ai_assistant/settings', as: person, request: { body: { providerId: 'openai' } }, expect: 200 },
    { route: 'PUT /ai_assistant/settings', as: person, request: { body: { providerId: 'x' } }, expect: 400 },
    { route: 'GET /ai_assistant/tools', as: person, expect: 200 },
    { route: execute, as: person, request: { body: { toolName: 'context_whoami' } }, expect: 201 },
    { route: execute, as: person, request: { body: { toolName: 'nothing' } }, expect: 400 },
    { route: sessionKey, as: person, expect: 200 },
    { route: sessionKey, as: { isSuperAdmin: true, userId }, request: { query: { tenantId: unknown } }, expect: 400 },
    { route: 'GET /ai_assistant/conversations', as: person, expect: 200 },
    { route: 'GET /ai_assistant/conversations/{id}', as: person, request: inPath, expect: 200 },
    { route: 'GET /ai_assistant/conversations/{id}', as: person, request: { params: { id: unknown } }, expect: 404 },
    { route: 'DELETE /ai_assistant/conversations/{id}', as: person, request: inPath, expect: 200 },
    { route: 'DELETE /ai_assistant/conversations/{id}', as: person, request: { params: { id: unknown } }, expect: 404 },
    { route: 'POST /ai_assistant/conversations/{id}/undo', as: person, request: inPath, expect: 200 },
    {
      route: 'POST /ai_assistant/conversations/{id}/undo',
      as: person,
      request: { params: { id: unknown } },
      expect: 404,
    },
    ...metadata.map((route) => ({ route, expect: 200 })),
  ],
  // Rate limits are disabled here.
  provenElsewhere: { 'POST /ai_assistant/tools/execute': [429] },
  except: {
    'POST /ai_assistant/chat': 'it streams, and what it says is a model’s',
    'POST /ai_assistant/route': 'what it says is a model’s',
    'POST /mcp': 'it speaks JSON-RPC, for clients of MCP',
    'GET /mcp': 'it says 405 to everybody who may enter',
    'DELETE /mcp': 'it says 405 to everybody who may enter',
  },
}
