import type { Module } from '../define/module.ts'
import { nameOperations } from './operation-names.ts'
import { describeRoute, tagOf } from './openapi-operation.ts'
import { ErrorResponses } from './openapi-errors.ts'
import { type Json, Schemas } from './openapi-schemas.ts'
import { wire } from './wire.ts'

/** What the document says of the product. */
export interface ApiInfo {
  readonly title: string
  /** Of the interface, not of Plinth. */
  readonly version: string
  readonly description?: string
}

interface DocumentOptions {
  readonly modules: readonly Module[]
  readonly origin: string
  readonly info?: ApiInfo | undefined
}

/** The OpenAPI 3.1 document of the composed modules, computed from the schemas that their routes enforce. */
export function createDocument({ modules, origin, info = UNNAMED }: DocumentOptions): Json {
  const schemas = new Schemas()
  const errors = new ErrorResponses(schemas)
  const names = nameOperations(modules)
  const paths: Record<string, Record<string, Json>> = {}
  const tags = new Set<string>()
  for (const module of modules) {
    for (const route of module.routes ?? []) {
      tags.add(tagOf(module, route))
      const operations = (paths[route.path] ??= {})
      operations[route.method.toLowerCase()] = describeRoute(module, route, {
        name: names.get(route)!,
        schemas,
        errors,
      })
    }
  }
  return {
    openapi: '3.1.0',
    info,
    servers: wire.basePaths.map((base) => ({ url: origin.replace(/\/$/, '') + base })),
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: { schemas: schemas.components, responses: errors.components, securitySchemes: SECURITY },
  }
}

const UNNAMED: ApiInfo = { title: 'API', version: '1.0.0' }

const SECURITY: Json = {
  bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
  cookieAuth: { type: 'apiKey', in: 'cookie', name: wire.accessCookie },
}
