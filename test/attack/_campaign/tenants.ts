import { setTimeout as sleep } from 'node:timers/promises'
import type { WireRequest } from '../../../packages/testing/src/route-request.ts'
import type { Host } from '../../host/_run-host.ts'
import type { MailServer } from '../../host/_mail-server.ts'
import { fileUpload, lightRule, RULED } from './payloads.ts'
import type { Targets } from './targets.ts'
import { hostileDrawings, hostilePictures } from './weapons.ts'
import { picture } from '@plinth/attachments/testing'
import { documents } from '../../modules/attachments/_documents.ts'

const PASSWORD = 'Own-Secret-2'

/** The tenant whose people go on working, and what a stranger must not find. */
export interface HonestTenant {
  readonly token: string
  readonly marker: string
  readonly fileId: string
  /** A picture, of which people look at thumbnails. */
  readonly pictureId: string
  readonly ids: readonly string[]
}

/** Plants a marker in a row of each kind. */
export async function prepareHonest(host: Host, token: string): Promise<HonestTenant> {
  const marker = `honest-${crypto.randomUUID().slice(0, 8)}`
  const make = asking(host, token)
  const { id: organizationId } = await make('/directory/organizations', { name: 'Branch' })
  const ids = [
    organizationId,
    (await make('/auth/roles', { name: `role ${marker}` })).id,
    (await make('/auth/users', { email: `${marker}@acme.com`, password: 'Secret-123!', organizationId })).id,
    (await make('/catalog/categories', { name: marker })).id,
    (await make('/catalog/products', { title: marker, sku: marker })).id,
    (await make('/catalog/products', { title: `second ${marker}` })).id,
    (await make('/business_rules/rules', lightRule(marker, marker))).id,
    (await make('/business_rules/sets', { setId: marker, setName: marker })).id,
    (await make('/progress/jobs', { jobType: 'honest', name: marker, totalCount: 10 })).id,
    (await make('/api_keys/keys', { name: marker })).id,
  ]
  const fileId = await upload(host, token, fileUpload(marker, marker))
  const thumbnailed = Buffer.from(await picture(400, 200))
  const pictureId = await upload(host, token, fileUpload(marker, thumbnailed, 'a.png'))
  return { token, marker, fileId, pictureId, ids: [...ids, fileId] }
}

/** Founds a tenant as any stranger can, with accounts and rows of every kind. */
export async function foundHostile(host: Host, mails: MailServer, honest: HonestTenant): Promise<Targets> {
  const founder = { email: 'founder@stranger.example', password: PASSWORD }
  const policyMaker = { email: 'founder@strangest.example', password: PASSWORD }
  await found(host, mails, policyMaker.email)
  const token = await found(host, mails, founder.email)
  const make = asking(host, token)
  const { items } = (await (await host.call('/api/directory/organizations', { token })).json()) as {
    items: { id: string }[]
  }
  const victim = { email: 'victim@stranger.example', password: PASSWORD }
  const account = { ...victim, organizationId: items[0]!.id, roles: ['admin'] }
  const ownIds = [(await make('/auth/users', account)).id]
  const add = async (path: string, body: object) => void ownIds.push((await make(path, body)).id)
  for (let index = 0; index < 5; index++) {
    const name = `stranger ${index}`
    await add('/directory/organizations', { name })
    await add('/auth/roles', { name })
    await add('/catalog/categories', { name })
    await add('/catalog/products', { title: name, sku: `s-${index}` })
    await add('/business_rules/rules', lightRule(`rule-${index}`, 'never'))
    await add('/business_rules/sets', { setId: name, setName: name })
    await add('/progress/jobs', { jobType: 'hostile', name, totalCount: 10 })
    ownIds.push(await upload(host, token, fileUpload('stranger', 'stranger')))
  }
  const pictureIds: string[] = []
  for (const { name, bytes } of await hostilePictures())
    pictureIds.push(await upload(host, token, fileUpload(name, bytes, name)))
  const drawingIds: string[] = []
  for (const { name, bytes } of hostileDrawings)
    drawingIds.push(await upload(host, token, fileUpload(name, bytes, name)))
  const { secret } = await make<{ secret: string }>('/api_keys/keys', { name: 'stranger', roles: ['admin'] })
  const half = honest.ids.length / 2
  return {
    url: host.url,
    founder,
    victim,
    policyMaker,
    key: secret,
    ownIds,
    pictureIds,
    drawingIds,
    foreignIds: honest.ids.slice(0, half),
    markers: [honest.marker, ...honest.ids.slice(half)],
  }
}

/** What the honest tenant's rules are asked. */
export const execution = { entityType: RULED, data: { a: 'other' } }

async function found(host: Host, mails: MailServer, email: string): Promise<string> {
  const names = { firstName: 'Ann', lastName: 'Lee', organizationName: 'Strangers' }
  const json = { ...names, email, password: PASSWORD, confirmPassword: PASSWORD, termsAccepted: true }
  const asked = await host.call('/api/onboarding/onboarding', { method: 'POST', json })
  const cookie = asked.headers
    .getSetCookie()
    .map((text) => text.split(';')[0]!)
    .join('; ')
  const link = /https?:\S+/.exec((await mails.mailTo(email)).text ?? '')![0]
  const made = await fetch(link, { headers: { cookie } })
  if (!made.ok) throw new Error(`No tenant was founded: ${made.status} ${await made.text()}`)
  return host.logIn(email, PASSWORD)
}

const asking =
  (host: Host, token: string) =>
  async <T = { readonly id: string }>(path: string, json: object): Promise<T> => {
    const answer = await host.call(`/api${path}`, { method: 'POST', token, json })
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }

/** Uploads a document of the honest tenant, and waits until its words are read: the state in which it is in the end. */
export async function readDocument(host: Host, { token }: HonestTenant): Promise<string> {
  const bytes = Buffer.from(await documents['a.docx']!())
  const id = await upload(host, token, fileUpload('document', bytes, 'a.docx'))
  for (let until = performance.now() + READ_WITHIN; ; await sleep(500)) {
    const answer = await host.call(`/api/attachments/library/${id}`, { token })
    const { item } = (await answer.json()) as { item: { text: { state: string } } }
    if (item.text.state !== 'waiting' || performance.now() > until) return item.text.state
  }
}

/** Milliseconds; each hostile document may take two minutes. */
const READ_WITHIN = 120_000

async function upload(host: Host, token: string, { path, headers, body }: WireRequest): Promise<string> {
  const answer = await host.call(path, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token}` },
    body,
  })
  if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { item: { id: string } }).item.id
}
