import type { Module } from '../define/module.ts'
import { describeRoute, tagOf } from './openapi-operation.ts'
import { ErrorResponses } from './openapi-errors.ts'
import { type Json, Schemas } from './openapi-schemas.ts'
import { wire } from './wire.ts'

/** The OpenAPI 3.1 document of the composed modules, computed from the schemas that their routes enforce. */
export function createDocument({ modules, origin }: { modules: readonly Module[]; origin: string }): Json {
  const schemas = new Schemas()
  const errors = new ErrorResponses()
  const paths: Record<string, Record<string, Json>> = {}
  const tags = new Set<string>()
  for (const module of modules) {
    for (const route of module.routes ?? []) {
      tags.add(tagOf(module, route))
      const operations = (paths[route.path] ??= {})
      operations[route.method.toLowerCase()] = describeRoute(module, route, { schemas, errors })
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Plinth', version: '0.4.10' },
    servers: wire.basePaths.map((base) => ({ url: origin.replace(/\/$/, '') + base })),
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: { schemas: schemas.components, responses: errors.components, securitySchemes: SECURITY },
  }
}

const SECURITY: Json = {
  bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
  cookieAuth: { type: 'apiKey', in: 'cookie', name: wire.accessCookie },
}
