import { toOriginalName } from '../../packages/modules/attachments/src/names.ts'
import type { Client, TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { modules } from '../architecture/_modules.ts'
import { authApp, deliverMails, urlEncoded, signIn } from '../modules/auth/_accounts.ts'

const hidden = {
  'line separator': '\u2028',
  'paragraph separator': '\u2029',
  'right-to-left override': '\u202e',
  isolate: '\u2066',
  'right-to-left mark': '\u200f',
  'zero-width space': '\u200b',
  'zero-width joiner': '\u200d',
  'byte order mark': '\ufeff',
  'soft hyphen': '\u00ad',
  escape: '\u001b',
  'next line': '\u0085',
  'line feed': '\n',
  'high surrogate': '\ud83d',
  'low surrogate': '\ude00',
}

interface Naming {
  readonly what: string
  readonly body: (name: string, ids: { readonly organizationId: string; readonly role: string }) => object
  readonly path: string
  readonly method?: 'POST' | 'PUT'
}

/** Everything that people name. */
const namings: readonly Naming[] = [
  { what: 'organization', path: '/directory/organizations', body: (name) => ({ name }) },
  { what: 'tenant', path: '/directory/tenants', body: (name) => ({ name }) },
  {
    what: 'user',
    path: '/auth/users',
    body: (name, { organizationId }) => ({ name, organizationId, email: 'a@b.example', password: 'Secret-123' }),
  },
  { what: 'role', path: '/auth/roles', body: (name) => ({ name }) },
  { what: 'key', path: '/api_keys/keys', body: (name) => ({ name }) },
  { what: 'rule', path: '/business_rules/rules', body: (ruleName) => ({ ...rule, ruleName }) },
  { what: 'id of a rule', path: '/business_rules/rules', body: (ruleId) => ({ ...rule, ruleId }) },
  { what: 'rule set', path: '/business_rules/sets', body: (setName) => ({ setId: 'S1', setName }) },
  { what: 'product', path: '/catalog/products', body: (title) => ({ title }) },
  { what: 'sku', path: '/catalog/products', body: (sku) => ({ title: 'T', sku }) },
  { what: 'category', path: '/catalog/categories', body: (name) => ({ name }) },
  { what: 'job', path: '/progress/jobs', body: (name) => ({ jobType: 'x', name }) },
  {
    what: 'label of the navigation',
    path: '/auth/sidebar/preferences',
    method: 'PUT',
    body: (label) => ({ groupLabels: { a: label } }),
  },
  {
    what: 'organization of an applicant',
    path: '/onboarding/onboarding',
    body: (organizationName) => ({ ...applicant, organizationName }),
  },
  { what: 'applicant', path: '/onboarding/onboarding', body: (firstName) => ({ ...applicant, firstName }) },
]

const rule = { ruleId: 'R1', ruleName: 'Rule', ruleType: 'GUARD', entityType: 'x', conditionExpression: null }
const applicant = {
  email: 'ann@new.example',
  firstName: 'Ann',
  lastName: 'Founder',
  organizationName: 'New',
  password: 'Secret-123',
  confirmPassword: 'Secret-123',
  termsAccepted: true,
}

const { auth: _own, directory: _too, ...others } = modules
const composed = (): Promise<TestPlatform> => authApp({ modules: Object.values(others) })

async function send(client: Client, { method = 'POST', path }: Naming, body: object) {
  return client.send(method, path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
}

test('nothing that people name may hide characters', async () => {
  await using app = await composed()
  const admin = await signIn(app, 'superadmin@acme.com')
  const [{ organizationId }] = (await app.sql(
    `select organization_id as "organizationId" from users where email = 'superadmin@acme.com'`,
  )) as [{ organizationId: string }]
  for (const naming of namings) {
    for (const [kind, character] of Object.entries(hidden)) {
      const body = naming.body(`Na${character}me`, { organizationId, role: '' })
      const answer = await send(admin, naming, body)
      expect([naming.what, kind, answer.status]).toEqual([naming.what, kind, 400])
    }
  }
})

test('names of before the rule do no harm: neither in mails nor as a failure', async () => {
  await using app = await composed()
  const name = 'Acme\u2028Bcc: eve@evil.example\u202egnp'
  await app.sql('update tenants set name = $1', [name])
  await app.sql('update organizations set name = $1', [name])
  await app.anonymous.post('/auth/reset', urlEncoded({ email: 'admin@acme.com' }))
  await deliverMails(app)
  expect(app.mails.map(({ subject }) => subject)).toEqual(['Reset your password at Acme Bcc: eve@evil.example gnp'])
  const admin = await signIn(app, 'admin@acme.com')
  expect((await admin.get('/directory/organizations?view=manage')).status).toBe(200)
})

test('file names lose what is hidden in them', () => {
  for (const [what, character] of Object.entries(hidden))
    expect([what, toOriginalName(`bill${character}fdp.exe`)]).toEqual([what, 'billfdp.exe'])
})
