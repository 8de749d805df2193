import { features } from '../contract.ts'
import { type KnownTool, toListedTool } from './known-tool.ts'

const module = 'ai_assistant'
const schema = (description: string) => () => ({
  type: 'object',
  properties: { code: { type: 'string', minLength: 1, maxLength: 100_000, description } },
  required: ['code'],
})

/** The published tools that run code; `context_whoami` is declared like other tools. */
export const builtInTools: readonly KnownTool[] = [
  {
    source: 'search',
    access: features.view,
    listed: toListedTool({
      name: 'search',
      module,
      access: features.view,
      title: 'Search the API',
      description:
        'Finds and describes what can be asked of this platform. `code` is an async JavaScript function ' +
        'over `spec`: `spec.findEndpoints(text)`, `spec.describeEndpoint(path, method)`, ' +
        '`spec.describeEntity(name)`, `spec.paths`, `spec.entitySchemas`. Answers what it returns.',
      kind: 'read',
      isDestructive: false,
      isIdempotent: true,
      isBuiltIn: true,
      schema: schema("For example: async () => spec.findEndpoints('product')"),
    }),
  },
  {
    source: 'execute',
    access: features.view,
    listed: toListedTool({
      name: 'execute',
      module,
      access: features.view,
      title: 'Run API calls',
      description:
        'Runs `code`, an async JavaScript function, that calls this platform as the person: ' +
        '`await api.request({ method, path, query, body })` answers `{ success, statusCode, data }` or ' +
        '`{ success: false, statusCode, error }`; `context` says who they are. Writes are shown to the person first: ' +
        'in that run none of them has happened yet.',
      kind: 'code',
      isDestructive: true,
      isIdempotent: false,
      isBuiltIn: true,
      schema: schema("For example: async () => (await api.request({ method: 'GET', path: '/auth/users' })).data"),
    }),
  },
]
