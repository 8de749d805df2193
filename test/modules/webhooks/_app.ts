import { accountCallers, auth } from '@plinth/auth'
import { auditLogs } from '@plinth/audit-logs'
import { catalog } from '@plinth/catalog'
import type { Caller, Module } from '@plinth/core'
import { dictionaries } from '@plinth/dictionaries'
import { directory } from '@plinth/directory'
import type { Client, Persona } from '@plinth/testing'
import { progress } from '@plinth/progress'
import { webhooks, type WebhooksOptions } from '@plinth/webhooks'
import { testApp } from '../../_setup/app.ts'
import { argon2 } from '../../_setup/cheap-passwords.ts'

/** The modules of such a platform, for another host of it. */
export const modulesOf = (hosts: readonly string[], options: WebhooksOptions = {}) => [
  directory,
  auth({ secret: 'a secret of at least 32 characters', argon2 }),
  auditLogs,
  progress,
  catalog,
  dictionaries,
  webhooks({ webhookLocalHosts: hosts, webhookHosts: ['hooks.example.com'], ...options }),
]

/** A platform with a catalog whose webhooks may go to these hosts; `people` are those whose accounts can be used. */
export async function webhookApp(
  hosts: readonly string[],
  more: readonly Module[] = [],
  { explain = false, ...options }: WebhooksOptions & { readonly explain?: boolean } = {},
) {
  const people = new Map<string, Caller>()
  const app = await testApp({ modules: [...modulesOf(hosts, options), ...more], explain })
  app.platform.override(accountCallers, {
    find: async ({ userId }: { readonly userId: string }) => people.get(userId) ?? null,
  })
  /** Somebody with these features, whose account can be used until it is removed from `people`. */
  const person = (features: readonly string[], persona: Persona = {}) => {
    const who = { userId: crypto.randomUUID(), ...persona, features }
    people.set(who.userId, app.callerOf(who))
    return { client: app.as(who), userId: who.userId, who }
  }
  return Object.assign(app, { person, people })
}

export const OWNER = ['webhooks.*', 'catalog.*', 'dictionaries.*', 'audit_logs.*']

export interface NewEndpoint {
  readonly id: string
  readonly secret: string
  readonly publicKey: string | null
}

/** Creates an endpoint, by default for all events of products. */
export async function subscribe(client: Client, fields: object): Promise<NewEndpoint> {
  const events = ['catalog.product.created', 'catalog.product.updated', 'catalog.product.deleted']
  const { status, text, body } = await client.post('/webhooks/endpoints', { events, ...fields })
  if (status !== 201) throw new Error(text)
  return body as NewEndpoint
}

/** Creates a product and returns its id. */
export async function createProduct(client: Client, fields: object = {}): Promise<string> {
  const { status, text, body } = await client.post('/catalog/products', { title: 'Chair', ...fields })
  if (status !== 201) throw new Error(text)
  return body.id as string
}
