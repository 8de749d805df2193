import type { Module } from '@plinth/core'
import { type Access, featuresOf } from '@plinth/core/acl'
import { type ApiOperation, toJsonSchema } from '@plinth/core/http'
import type { Tool } from '@plinth/points'
import type { JsonRecord, ListedTool } from './tool.ts'

/** A tool and how it is executed. */
export type KnownTool = {
  readonly listed: ListedTool
  readonly access: Access
} & (
  | { readonly source: 'operation'; readonly operation: ApiOperation }
  | { readonly source: 'declared'; readonly tool: Tool }
  | { readonly source: 'search' | 'execute' }
)

/** Creates a tool from a command or a GET route. */
export function fromOperation(operation: ApiOperation): KnownTool {
  const { name, module, route, summary } = operation
  const isRead = route.method === 'GET'
  return {
    source: 'operation',
    operation,
    access: route.spec.access,
    listed: toListedTool({
      name,
      module: module.id,
      access: route.spec.access,
      title: toTitle(name),
      description: isRead ? summary : `${summary} Changes data; the person is shown what would change and confirms it.`,
      kind: isRead ? 'read' : 'write',
      isDestructive: route.method === 'DELETE',
      isIdempotent: ['GET', 'PUT', 'DELETE'].includes(route.method),
      schema: () => operation.inputSchema,
    }),
  }
}

/** Creates a tool from one that a module declares. */
export function fromTool(module: Module, tool: Tool): KnownTool {
  const { name, title = toTitle(name), description, access, input, writes = false } = tool
  return {
    source: 'declared',
    tool,
    access,
    listed: toListedTool({
      name,
      module: module.id,
      access,
      title,
      description,
      kind: writes ? 'write' : 'read',
      isDestructive: writes,
      isIdempotent: !writes,
      isBuiltIn: module.id === 'ai_assistant',
      schema: () => toJsonSchema(input, 'input'),
    }),
  }
}

interface ToolFacts extends Pick<ListedTool, 'name' | 'title' | 'description' | 'module' | 'kind'> {
  readonly access: Access
  readonly isDestructive: boolean
  readonly isIdempotent: boolean
  readonly isBuiltIn?: boolean
  readonly schema: () => JsonRecord
}

/** The listed form of a tool. Its schema is converted on first use. */
export function toListedTool({
  access,
  isDestructive,
  isIdempotent,
  isBuiltIn = false,
  schema,
  ...known
}: ToolFacts): ListedTool {
  let inputSchema: JsonRecord | undefined
  return Object.freeze({
    ...known,
    isBuiltIn,
    features: Object.freeze(featuresOf(access).map(({ id }) => id)),
    annotations: Object.freeze({
      title: known.title,
      readOnlyHint: known.kind === 'read',
      destructiveHint: isDestructive,
      idempotentHint: isIdempotent,
      openWorldHint: false as const,
    }),
    get inputSchema() {
      return (inputSchema ??= Object.freeze(schema()))
    },
  })
}

/** Converts `createTicket` and `tickets_triage` to `Create ticket` and `Tickets triage`. */
export function toTitle(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
  return words[0]!.toUpperCase() + words.slice(1)
}
