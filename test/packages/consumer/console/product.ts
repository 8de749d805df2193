import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { defineEntity, p } from '@mikro-orm/core'
import { auth, seedAccounts } from '@plinth/auth'
import { consoleHandler } from '@plinth/console'
import { createPlatform, defineFeatures, defineMigration, defineModule, get, input, open } from '@plinth/core'
import { resource, Scoped } from '@plinth/core'
import { directory, provisionTenant } from '@plinth/directory'
import { consolePages } from '@plinth/points'
import { H3 } from 'h3'
import { toNodeHandler } from 'h3/node'
import { z } from 'zod'

// A product whose pages are made with the kit: `vehicles.js` in Preact and `react-page.js` in React, bundled by esbuild.

const features = defineFeatures('fleet', { view: 'View vehicles', manage: 'Manage vehicles' })

const Vehicle = defineEntity({
  name: 'Vehicle',
  tableName: 'vehicles',
  extends: Scoped,
  properties: {
    plate: p.string(),
    fuel: p.string(),
    seats: p.integer(),
    boughtOn: p.date(),
    price: p.decimal().precision(12).scale(2),
  },
})

const vehicles = resource('/vehicles', Vehicle, {
  access: { read: features.view, write: features.manage },
  input: input(Vehicle, ['plate', 'fuel', 'seats', 'boughtOn', 'price']),
  list: {
    select: ['id', 'plate', 'fuel', 'seats', 'boughtOn', 'price', 'updatedAt'],
    search: ['plate'],
    sort: ['plate', 'boughtOn'],
  },
})

const script = (name: string) => {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8')
  const http = { contentType: 'text/javascript' }
  return get(`/fleet/${name}`, { access: open, response: z.string(), http }, async () => text)
}

const tables = defineMigration(
  'fleet.tables',
  `select plinth.scoped_table('vehicles', $$plate text not null, fuel text not null, seats integer not null,
     bought_on date not null, price numeric(12, 2) not null$$)`,
)

const fleet = defineModule({
  id: 'fleet',
  title: 'Fleet',
  features,
  roles: { admin: ['fleet.*'] },
  entities: [Vehicle],
  migrations: [tables],
  commands: vehicles.commands,
  routes: [...vehicles.routes, script('vehicles.js'), script('react-page.js')],
  contributes: [
    consolePages.of({
      path: 'fleet',
      title: 'Vehicles',
      component: 'Vehicles',
      script: '/api/fleet/vehicles.js',
      access: features.view,
    }),
    consolePages.of({
      path: 'report',
      title: 'Report',
      element: 'fleet-report',
      script: '/api/fleet/react-page.js',
      access: features.view,
    }),
  ],
})

// Its own origin must be known: others may not write.
const server = createServer()
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
const address = server.address()
const url = `http://localhost:${typeof address === 'object' ? address?.port : ''}`
const secret = 'a secret of at least 32 characters'
const platform = await createPlatform({
  modules: [directory, auth({ secret }), fleet],
  database: { url: process.env['DATABASE_URL']!, privilegedLogin: true },
  secret,
  origin: url,
})
const tenant = { tenantId: crypto.randomUUID(), organizationId: crypto.randomUUID(), organizationIds: null }
const account = { email: 'ada@product.example', password: 'Analytical-1', role: 'admin' }
await platform.migrate()
await platform.actAs({ actor: 'platform', reason: 'set up', scope: tenant }, async ({ run }) => {
  await run(provisionTenant, { tenantName: 'Product', organizationName: 'Product' })
  await run(seedAccounts, { accounts: [account] })
})
await platform.start()

const serveConsole = consoleHandler(platform)
const fetch = (request: Request) =>
  new URL(request.url).pathname.startsWith('/backend') ? serveConsole(request) : platform.fetch(request)
server.on('request', toNodeHandler(new H3().all('/**', ({ req }) => fetch(req))))
process.once('SIGTERM', async () => {
  server.closeAllConnections()
  server.close()
  await platform.close()
})
console.log(JSON.stringify({ account, url }))
