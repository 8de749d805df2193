import type { Actor } from '@plinth/core'
import type { ApiOperation } from '@plinth/core/http'
import { type Catalog, mayUse } from './catalog.ts'
import type { JsonRecord } from './tool.ts'

/** What `search` operates on: the operations a caller may use, and the schemas of their responses. */
export interface Spec {
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonRecord>>>>
  readonly entitySchemas: readonly JsonRecord[]
}

/** The API description for one caller. */
export function specFor({ operations }: Catalog, actor: Actor): JsonRecord {
  const paths: Record<string, Record<string, JsonRecord>> = {}
  const entitySchemas: JsonRecord[] = []
  for (const operation of operations) {
    const { route, outputSchema } = operation
    if (!mayUse(actor, route.spec.access)) continue
    ;(paths[route.path] ??= {})[route.method.toLowerCase()] = toEndpoint(operation)
    const entity = toEntity(operation, outputSchema)
    if (entity) entitySchemas.push(entity)
  }
  return { paths, entitySchemas }
}

const toEndpoint = ({ name, module, summary, inputSchema, outputSchema }: ApiOperation): JsonRecord => ({
  operationId: name,
  module: module.id,
  summary,
  input: inputSchema,
  output: outputSchema,
})

/** The items of a list are the entities of its module. */
function toEntity({ name, module, route }: ApiOperation, output: JsonRecord): JsonRecord | null {
  const { items } = (output['properties'] ?? {}) as { items?: { items?: JsonRecord } }
  if (route.method !== 'GET' || !items?.items) return null
  return { name: name.replace(/^list/, ''), module: module.id, path: route.path, schema: items.items }
}
