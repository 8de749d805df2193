import type { Module } from '../define/module.ts'

/** The OpenAPI 3.1 document of the composed modules. */
export function createDocument({
  modules,
  origin,
}: {
  modules: readonly Module[]
  origin: string
}): Record<string, unknown> {
  return {
    openapi: '3.1.0',
    info: { title: 'Plinth', version: '0.4.10' },
    servers: [{ url: origin }],
    paths: {},
    tags: modules.map(({ title }) => ({ name: title })),
  }
}
