import { createPlatform, defineModule, get, Ok, open } from '@plinth/core'

/** A row of a database that cannot be read: what is wrong is in the message, whose row it was in another member. */
const broken = Object.assign(new Error('no such row'), { code: '22000', detail: 'Key (email)=(ann@acme.com)' })

// A product that gives no logger, and a request that fails.
const platform = await createPlatform({
  modules: [
    defineModule({
      id: 'lab',
      title: 'Lab',
      routes: [
        get('/lab/told', { access: open, response: Ok }, ({ log }) => {
          log.debug({}, 'one')
          log.info({}, 'two')
          log.warn({ rows: 3n }, 'three')
          const facts: { self?: object } = {}
          log.error(Object.assign(facts, { self: facts }), 'four')
          return { ok: true as const }
        }),
        get('/lab/broken', { access: open, response: Ok }, () => {
          throw broken
        }),
      ],
    }),
  ],
  database: { url: 'postgres://localhost/nowhere' },
  secret: 'x'.repeat(32),
})
for (const path of ['/lab/told', '/lab/broken']) await platform.fetch(new Request(`http://localhost${path}`))
await platform.close()
