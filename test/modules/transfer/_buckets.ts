import { destinationHosts } from '@plinth/transfer'
import { type Client, tenantA } from '@plinth/testing'
import { startS3Server } from '../attachments/_s3-server.ts'
import { exportApp, OWNER } from './_exports.ts'

/** What somebody needs who exports products to a bucket. */
export const SENDER = [...OWNER, 'transfer.destinations.view']

/** What somebody needs who manages buckets. */
export const MANAGER = ['transfer.destinations.*', 'audit_logs.*']

export const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'

/** A shop, and a store that it may call. */
export async function bucketApp(start = '2026-05-01T00:00:00Z') {
  const app = await exportApp(start)
  const server = await startS3Server()
  const { endpoint } = server.options
  server.addKey('AKIDEXAMPLE', SECRET)
  const { host } = new URL(endpoint)
  app.platform.override(destinationHosts, { localHosts: [host] })
  const fields = {
    name: 'Warehouse',
    endpoint,
    bucket: server.options.bucket,
    prefix: 'plinth/year=2026/',
    accessKeyId: 'AKIDEXAMPLE',
    secret: SECRET,
  }
  const close = app[Symbol.asyncDispose]
  return Object.assign(app, {
    server,
    fields,
    host,
    async destination(client: Client, more: object = {}): Promise<string> {
      const made = await client.post('/transfer/destinations', { ...fields, ...more })
      if (made.status !== 201) throw new Error(made.text)
      return made.body.id
    },
    /** Products whose list takes several parts. */
    addProducts: (count: number, length = 4_000) =>
      app.sql(
        `insert into catalog_products (id, tenant_id, organization_id, title, description, search_text)
          select gen_random_uuid(), $1, $2, 'Product ' || n, repeat('x', $4), 'product ' || n from generate_series(1, $3::int) n`,
        [tenantA.id, tenantA.organization, count, length],
      ),
    /** Begins the next attempt at once. */
    async retry() {
      await app.sql(`update plinth_jobs.job set start_after = now() where name = 'transfer.export'`)
      await app.jobs()
    },
    async [Symbol.asyncDispose]() {
      await close()
      await server[Symbol.asyncDispose]()
    },
  })
}
