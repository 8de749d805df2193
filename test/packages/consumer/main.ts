import { createServer, type Server } from 'node:http'
import { seedAccounts } from '@plinth/auth'
import { toNodeHandler } from '@plinth/core'
import { provisionTenant } from '@plinth/directory'
import express from 'express'
import { fastify } from 'fastify'
import { H3 } from 'h3'
import { toNodeHandler as fromH3 } from 'h3/node'
import { platform } from './composition.ts'
import { listenAll } from './listen-all.ts'

const tenant = { tenantId: crypto.randomUUID(), organizationId: crypto.randomUUID(), organizationIds: null }
const account = { email: 'ada@product.example', password: 'Analytical-1', role: 'admin' }

await platform.migrate()
await platform.actAs({ actor: 'platform', reason: 'set up', scope: tenant }, async ({ run }) => {
  await run(provisionTenant, { tenantName: 'Product', organizationName: 'Product' })
  await run(seedAccounts, { accounts: [account] })
})
await platform.start()

const urls = await listenAll({
  plain: createServer(toNodeHandler(platform)),
  express: createServer(express().use('/platform', toNodeHandler(platform))),
  h3: createServer(fromH3(new H3().all('/**', ({ req }) => platform.fetch(req)))),
  fastify: await inFastify(),
})
console.log(JSON.stringify({ account, urls: { ...urls, express: `${urls.express}/platform` } }))

/** Fastify leaves bodies alone that it knows no parser for. */
async function inFastify(): Promise<Server> {
  const server = fastify()
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, _body, done) => done(null))
  const handle = toNodeHandler(platform)
  server.all('/*', (request, reply) => {
    reply.hijack()
    return handle(request.raw, reply.raw)
  })
  await server.ready()
  return server.server
}
