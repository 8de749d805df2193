import { z } from 'zod'
import { group } from '../_frame/group.ts'
import { exactly, says, time, without } from '../_frame/statement.ts'
import { type Visitor } from '../_frame/visitor.ts'
import { raw, show } from './_words.ts'

const AI = '/ai_assistant'
const NO_PROVIDER = 'No AI provider configured. Please set an API key for OpenAI, Anthropic, or Google.'
const tools = [{ name: 'listUsers', description: 'Lists users' }]

const PROVIDERS = [
  ['anthropic', 'Anthropic', 'ANTHROPIC_API_KEY', 'claude-haiku-4-5-20251001'],
  ['openai', 'OpenAI', 'OPENAI_API_KEY', 'gpt-4o-mini'],
  ['google', 'Google', 'GOOGLE_GENERATIVE_AI_API_KEY', 'gemini-3-flash'],
] as const
const provider = ([id, name, envKey, defaultModel]: (typeof PROVIDERS)[number], configured: boolean) => ({
  id,
  name,
  envKey,
  defaultModel,
  configured,
})

const run = (who: Visitor, toolName: unknown, args?: unknown) =>
  who.post(`${AI}/tools/execute`, { toolName, ...(args !== undefined && { args }) })
const failed = (error: string | RegExp) => ({ success: false, error })

/** Where no model is configured. */
export const assistant = group(
  'The assistant',
  {
    async scenario({ signIn }) {
      return { signIn, again: () => signIn('admin@acme.com') }
    },
  },
  {
    'POST /ai_assistant/chat': ({ admin, employee, anonymous }) => {
      const chat = (body: object) => admin.post(`${AI}/chat`, body)
      const stream = chat({ messages: [{ role: 'user', content: 'Hello' }], context: {}, mode: 'x' })
      return [
        ...[{}, { messages: null }, { messages: 'x' }, { messages: {} }].map((body) =>
          says(`refuses ${show(body)}`, chat(body), 400, 'messages array is required'),
        ),
        ...[
          [],
          [{ role: 'assistant', content: 'x' }],
          [{ role: 'user', content: ' ' }],
          [{ role: 'user', content: '' }],
        ].map((messages) =>
          says(`finds nothing said in ${show(messages)}`, chat({ messages }), 400, 'No user message found'),
        ),
        says(
          'answers with a stream, told or not',
          stream,
          201,
          /^data: \{"type":"session-authorized","sessionToken":"sess_[0-9a-f]{7}\.\.\."\}\n\ndata: \{"type":"thinking"\}\n\n/,
          { 'content-type': /^text\/event-stream/, 'cache-control': /no-cache/ },
        ),
        says(
          'that says why there is no answer, and ends',
          stream,
          201,
          new RegExp(`data: \\{"type":"error","error":"${NO_PROVIDER.replaceAll('.', '\\.')}"\\}\n\n$`),
        ),
        says('every frame is one line of data', stream, 201, /^(data: \{[^\n]+\}\n\n)+$/),
        says(
          'answers no question that was not asked',
          chat({
            answerQuestion: {
              questionId: '99999999-9999-4999-8999-999999999999',
              answer: 0,
              sessionId: '99999999-9999-4999-8999-999999999999',
            },
          }),
          403,
          { error: /./ },
        ),
        says('employees may talk', employee.post(`${AI}/chat`, {}), 400, 'messages array is required'),
        says('needs a login', anonymous.post(`${AI}/chat`, {}), 401, 'Unauthorized'),
      ]
    },
    'POST /ai_assistant/route': ({ admin, anonymous }) => {
      const route = (body: object) => admin.post(`${AI}/route`, body)
      return [
        ...[
          {},
          { availableTools: tools },
          { query: '', availableTools: tools },
          { query: 7, availableTools: tools },
        ].map((body) => says(`refuses ${show(body)}`, route(body), 400, 'query is required')),
        ...[
          { query: 'x' },
          { query: 'x', availableTools: {} },
          { query: 'x', availableTools: 'x' },
          { query: 'x', availableTools: [{ name: 'a' }] },
        ].map((body) => says(`refuses ${show(body)}`, route(body), 400, 'availableTools array is required')),
        says(
          'says that there is no provider',
          route({ query: 'Who is there?', availableTools: tools }),
          503,
          NO_PROVIDER,
        ),
        says('needs a login', anonymous.post(`${AI}/route`, {}), 401, 'Unauthorized'),
      ]
    },
    'GET /ai_assistant/health': ({ admin, anonymous }) => [
      says(
        'is an error without a provider, and says where things are',
        admin.get(`${AI}/health`),
        200,
        exactly({
          status: 'error',
          search: { available: false, driver: null, url: null },
          url: 'https://acme.example/api/ai_assistant',
          mcpUrl: 'https://acme.example/api/mcp',
          message: NO_PROVIDER,
        }),
      ),
      says('needs a login', anonymous.get(`${AI}/health`), 401, 'Unauthorized'),
    ],
    'GET /ai_assistant/settings': ({ admin, anonymous }) => [
      says(
        'tells the usual provider and all there could be',
        admin.get(`${AI}/settings`),
        200,
        exactly({
          provider: { ...provider(PROVIDERS[0], false), model: 'anthropic/claude-haiku-4-5-20251001' },
          availableProviders: PROVIDERS.map((one) => provider(one, false)),
          mcpKeyConfigured: false,
          updatedAt: null,
        }),
      ),
      says('needs a login', anonymous.get(`${AI}/settings`), 401, 'Unauthorized'),
    ],
    'GET /ai_assistant/tools': ({ admin, employee, anonymous }) => {
      const Tool = z.strictObject({
        name: z.string().regex(/^[A-Za-z0-9_-]{1,128}$/),
        description: z.string().min(1),
        module: z.string(),
        inputSchema: z.looseObject({ $schema: z.string(), type: z.literal('object') }),
      })
      const list = admin.get(`${AI}/tools`)
      return [
        says('tells every tool with these members', list, 200, z.strictObject({ tools: z.array(Tool).min(20) })),
        ...['context_whoami', 'search', 'execute', 'authListUsers', 'authCreateRole'].map((name) =>
          says(`among them ${name}`, list, 200, { tools: hasTool(name) }),
        ),
        says('an employee only what they may', employee.get(`${AI}/tools`), 200, {
          tools: z.array(z.looseObject({ name: z.string().regex(/^(?!createRole$|listUsers$)/) })),
        }),
        says('module is what is before the first dot of the name', list, 200, {
          tools: z.array(
            z
              .looseObject({ name: z.string(), module: z.string() })
              .refine(({ name, module }) => module === name.split('.')[0]),
          ),
        }),
        says('needs a login', anonymous.get(`${AI}/tools`), 401, 'Unauthorized'),
      ]
    },
    'POST /ai_assistant/tools/execute': async ({ again, signIn, anonymous, tenantId, organizationId }) => {
      const [one, two, three] = [await again(), await again(), await again()]
      const clerk = await signIn('employee@acme.com')
      const execute = `${AI}/tools/execute`
      return [
        ...[{}, { toolName: '' }, { toolName: null }, { toolName: 7 }].map((body) =>
          says(`refuses ${show(body)}`, one.post(execute, body), 400, 'toolName is required'),
        ),
        ...['', '{', 'null', '[]'].map((body) =>
          says(`refuses the body '${body}'`, one.send('POST', execute, raw(body)), 400, { error: /./ }),
        ),
        ...['nothing', 'x.y', 'constructor'].map((name) =>
          says(`knows no tool ${name}`, run(one, name), 400, exactly(failed(`Tool "${name}" not found`))),
        ),
        says('says for whom it works', run(two, 'context_whoami'), 201, {
          success: true,
          result: { tenantId, organizationId, isSuperAdmin: false, featureCount: z.number().int() },
        }),
        says('takes no arguments as none', run(two, 'context_whoami', {}), 201, { success: true }),
        says('refuses arguments that are no object', run(two, 'context_whoami', 'x'), 400, {
          success: false,
          error: /^Invalid input: /,
        }),
        says('reads', run(two, 'authListRoles'), 201, { success: true, result: { items: [{}, {}] } }),
        says('writes', run(three, 'authCreateRole', { name: 'By tool' }), 201, { success: true }),
        says('as the API would', run(three, 'authListRoles', { search: 'By tool' }), 201, { result: { total: 1 } }),
        says(
          'refuses bad arguments with their places',
          run(three, 'authCreateRole', {}),
          400,
          failed(/^Invalid input: name: /),
        ),
        says('tells what is refused', run(three, 'authCreateRole', { name: 'By tool' }), 400, failed(/./)),
        says('needs the features of the tool', run(clerk, 'authCreateRole', { name: 'x' }), 403, {
          ...failed('Insufficient permissions for tool "authCreateRole". Required: auth.roles.manage'),
          requiredFeatures: ['auth.roles.manage'],
        }),
        says('needs a login', run(anonymous, 'context_whoami'), 401, 'Unauthorized'),
      ]
    },
    'POST /ai_assistant/session-key': ({ admin, employee, anonymous, app }) => [
      says(
        'answers a token and when it ends: in two hours',
        admin.post(`${AI}/session-key`),
        200,
        exactly({
          sessionToken: /^sess_[0-9a-f]{32}$/,
          expiresAt: new Date(app.clock.now.getTime() + 120 * 60_000).toISOString(),
        }),
      ),
      says('needs no body, nor minds one', employee.post(`${AI}/session-key`, { a: 1 }), 200, { expiresAt: time }),
      says('is no key of the list', admin.get('/api_keys/keys'), 200, { total: 0, items: [] }),
      says('needs a login', anonymous.post(`${AI}/session-key`), 401, 'Unauthorized'),
      says('tells nothing else', admin.post(`${AI}/session-key`), 200, without('id', 'name', 'secret')),
    ],
  },
)

/** The same where providers are configured and one is chosen. */
export const configuredAssistant = group(
  'The assistant with providers',
  {
    settings: {
      OPENAI_API_KEY: 'secret-key',
      GOOGLE_GENERATIVE_AI_API_KEY: 'other-key',
      OPENCODE_PROVIDER: 'openai',
      OPENCODE_MODEL: 'openai/gpt-x',
      MCP_SERVER_API_KEY: 'key',
      RATE_LIMIT_ENABLED: 'true',
      AI_CALLS_PER_MINUTE: '10',
    },
    async scenario() {
      return {}
    },
  },
  {
    'Calls in a minute': ({ admin }) => [
      ...Array.from({ length: 10 }, (_, index) =>
        says(`call ${index + 1} of a minute is answered`, run(admin, 'context_whoami'), 201, { success: true }),
      ),
      says(
        'the next one has to wait',
        run(admin, 'context_whoami'),
        429,
        { success: false },
        { 'retry-after': /^\d+$/ },
      ),
    ],
    'Settings and health': ({ admin }) => [
      says('is well with one', admin.get(`${AI}/health`), 200, {
        status: 'ok',
        opencode: { healthy: true, version: /./ },
        mcp: { plinth: { status: 'connected' } },
      }),
      says('and has no message', admin.get(`${AI}/health`), 200, without('message')),
      says('tells the one that is preferred, and its model', admin.get(`${AI}/settings`), 200, {
        provider: { ...provider(PROVIDERS[1], true), model: 'openai/gpt-x' },
        mcpKeyConfigured: true,
      }),
      says('and which there are', admin.get(`${AI}/settings`), 200, {
        availableProviders: [{ configured: false }, { configured: true }, { configured: true }],
      }),
      says(
        'no key is told',
        admin.get(`${AI}/settings`),
        200,
        z.unknown().refine((told) => !JSON.stringify(told).includes('-key')),
      ),
    ],
  },
)

const hasTool = (name: string) =>
  z.array(z.looseObject({ name: z.string() })).refine((list) => list.some((tool) => tool.name === name))
