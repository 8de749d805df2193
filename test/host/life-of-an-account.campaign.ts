import { apiKeys } from '@plinth/api-keys'
import { auth } from '@plinth/auth'
import { defineAuditLogs } from '@plinth/audit-logs'
import { dashboards } from '@plinth/dashboards'
import { directory } from '@plinth/directory'
import { startHost } from '@plinth/host'
import { saml } from '@plinth/saml'
import { scim } from '@plinth/scim'
import { sso } from '@plinth/sso'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { argon2 } from '../_setup/cheap-passwords.ts'
import { launchChromium } from '../_setup/chromium.ts'
import { emptyDatabase } from '../core/_lab/databases.ts'
import { providerCertificate } from '../modules/saml/_keys.ts'
import { ISSUER, startSamlProvider } from '../modules/saml/_provider.ts'
import { startProvider } from '../modules/sso/_provider.ts'

const PASSWORD = 'Chosen-Secret-1'
const SECRET = 'AClientSecretThatIsLongEnough'
const REFUSED = '/login?error=sso_account_unusable'

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'

/** Somebody as the identity provider knows them. */
interface Employee {
  /** Never changes, and is never given to somebody else. */
  readonly subject: string
  readonly email: string
  readonly name: string
}

/** What a provider does for a test. */
interface Provider {
  /** The fields of its connection. */
  fields(clientId: string): object
  /** Tells the provider about the connection. */
  admit(connectionId: string, clientId: string): Promise<void>
  /** Names who signs in next. */
  knows(employee: Employee): void
}

/** What the answers of this test contain. */
interface Body {
  readonly id: string
  readonly token: string
  readonly secret: string
  readonly email: string
  readonly code: string
  readonly record: { readonly value: string }
  readonly granted: readonly string[]
  readonly items: readonly {
    readonly id: string
    readonly email: string
    readonly name: string | null
    readonly isActive: boolean
    readonly roles: readonly string[]
  }[]
}
interface Answer {
  readonly status: number
  readonly body: Body
}
type Call = (method: string, path: string, body?: object) => Promise<Answer>

let opened: AsyncDisposableStack
let stage: Awaited<ReturnType<typeof openStage>>

beforeAll(async () => {
  opened = new AsyncDisposableStack()
  stage = await openStage(opened)
}, 60_000)
afterAll(() => opened.disposeAsync())

// Whether a provider is enforced does not depend on its protocol.
test('an account lives with OpenID Connect', { timeout: 60_000 }, () => live('oidc', false))
test('an account lives with SAML, which is enforced', { timeout: 60_000 }, () => live('saml', true))

async function live(protocol: 'oidc' | 'saml', isEnforced: boolean): Promise<void> {
  const { admin, providers } = stage
  const domain = `${protocol}-${isEnforced ? 'enforced' : 'free'}.example`
  const provider = providers[protocol]
  const connectionId = await connect(protocol, { domain, isEnforced })
  const { directorySync, staff, leads } = await provision(domain)
  const ann: Employee = { subject: `ann-${domain}`, email: `ann@${domain}`, name: 'Ann First' }
  const accounts = async (email: string) =>
    (await admin('GET', `/auth/users?search=${encodeURIComponent(email)}`)).body.items.filter(
      (one) => one.email === email,
    )
  const password = (email: string) => login(stage.host.origin, email, PASSWORD)

  // Provisioned: nobody can sign in yet but with the provider.
  const created = await directorySync('POST', '/Users', userOf(ann, 'employee-1'))
  expect(created.status).toBe(201)
  await changeMembers(directorySync, staff, { add: created.body.id })
  const [account] = await accounts(ann.email)
  expect(account).toMatchObject({ name: 'Ann First', isActive: true })

  // The first sign-in claims the account, and no other is made.
  provider.knows(ann)
  await using first = await visitor()
  expect(await first.signIn(connectionId)).toBe('/api/auth/profile')
  expect(await first.email()).toBe(ann.email)
  expect((await accounts(ann.email)).map(({ id }) => id)).toEqual([account!.id])
  expect(await first.holds()).toEqual(['dashboards.view'])

  // A password that an administrator sets works only where the provider is not enforced.
  expect((await admin('PUT', '/auth/users', { id: account!.id, password: PASSWORD })).status).toBe(200)
  expect((await password(ann.email)).status).toBe(isEnforced ? 403 : 200)

  // In two tabs at once: each is completed, whichever the person comes back to first.
  await using tabs = await visitor()
  const [one, two] = [await tabs.begin(connectionId), await tabs.begin(connectionId)]
  expect(await two.finish()).toBe('/api/auth/profile')
  expect(await one.finish()).toBe('/api/auth/profile')
  expect(await tabs.email()).toBe(ann.email)

  // Renamed, and moved from one group to another: the role follows on the next request.
  await change(directorySync, created.body.id, [{ op: 'replace', path: 'displayName', value: 'Ann Second' }])
  expect((await accounts(ann.email))[0]?.name).toBe('Ann Second')
  await changeMembers(directorySync, leads, { add: created.body.id })
  await changeMembers(directorySync, staff, { remove: created.body.id })
  expect(await tabs.holds()).toEqual(['auth.users.list'])
  await using moved = await visitor()
  provider.knows({ ...ann, name: 'Ann Second' })
  expect(await moved.signIn(connectionId)).toBe('/api/auth/profile')
  expect(await moved.holds()).toEqual(['auth.users.list'])
  expect((await admin('GET', `/auth/users?id=${account!.id}`)).body.items[0]?.name).toBe('Ann Second')

  // Another address, at the provider and from the directory: the same account.
  const married: Employee = { ...ann, email: `ann.second@${domain}`, name: 'Ann Second' }
  await change(directorySync, created.body.id, [
    { op: 'replace', path: 'userName', value: married.email },
    { op: 'replace', path: 'emails', value: [{ value: married.email, type: 'work', primary: true }] },
  ])
  provider.knows(married)
  await using renamed = await visitor()
  expect(await renamed.signIn(connectionId)).toBe('/api/auth/profile')
  expect(await renamed.email()).toBe(married.email)
  expect((await accounts(married.email)).map(({ id }) => id)).toEqual([account!.id])
  expect(await accounts(ann.email)).toEqual([])

  // Deactivated: every session is dead at once, and the provider gets nobody in, even if they are on their way.
  await using late = await visitor()
  const begun = await late.begin(connectionId)
  await change(directorySync, created.body.id, [{ op: 'replace', path: 'active', value: false }])
  for (const browser of [first, tabs, moved, renamed]) expect(await browser.status()).toBe(401)
  expect(await begun.finish()).toBe(REFUSED)
  expect(await renamed.signIn(connectionId)).toBe(REFUSED)
  expect((await password(married.email)).status).not.toBe(200)

  // Reactivated: the same account with the roles of its groups; sessions from before stay dead.
  await change(directorySync, created.body.id, [{ op: 'replace', path: 'active', value: true }])
  for (const browser of [first, tabs, moved, renamed, late]) expect(await browser.status()).toBe(401)
  await using back = await visitor()
  expect(await back.signIn(connectionId)).toBe('/api/auth/profile')
  expect(await back.holds()).toEqual(['auth.users.list'])
  expect((await accounts(married.email)).map(({ id }) => id)).toEqual([account!.id])

  // Deleted: as deactivated, for ever.
  expect((await directorySync('DELETE', `/Users/${created.body.id}`)).status).toBe(204)
  expect(await back.status()).toBe(401)
  expect(await back.signIn(connectionId)).toBe(REFUSED)

  // The address is given to somebody else, who is somebody else here, too.
  const bob: Employee = { subject: `bob-${domain}`, email: married.email, name: 'Bob' }
  const second = await directorySync('POST', '/Users', userOf(bob, 'employee-2'))
  expect(second.status).toBe(201)
  expect(second.body.id).not.toBe(created.body.id)
  expect((await password(bob.email)).status).toBe(401)
  provider.knows(bob)
  await using other = await visitor()
  expect(await other.signIn(connectionId)).toBe('/api/auth/profile')
  expect(await other.email()).toBe(bob.email)
  expect(await other.holds()).toEqual([])
  const [his] = (await accounts(bob.email)).filter(({ isActive }) => isActive)
  expect(his).toMatchObject({ name: 'Bob' })
  expect(his!.id).not.toBe(account!.id)
  expect(await other.sessions()).toBe(1)
  expect((await password(bob.email)).status).toBe(401)
  // The one who had it before does not get in again, and least of all as the other.
  provider.knows(married)
  await using former = await visitor()
  expect(await former.signIn(connectionId)).toBe(REFUSED)
  // What his group gives, he gets; what hers gave, he does not.
  await changeMembers(directorySync, staff, { add: second.body.id })
  expect(await other.holds()).toEqual(['dashboards.view'])
}

/** Creates the connection of a protocol, with its domain proven. */
async function connect(
  protocol: 'oidc' | 'saml',
  { domain, isEnforced }: { readonly domain: string; readonly isEnforced: boolean },
): Promise<string> {
  const { admin, providers, records, organizationId, adminId } = stage
  const clientId = crypto.randomUUID()
  const created = await ok(
    admin('POST', '/sso/connections', {
      name: domain,
      homeOrganizationId: organizationId,
      ...providers[protocol].fields(clientId),
    }),
  )
  await providers[protocol].admit(created.id, clientId)
  const added = await ok(admin('POST', '/sso/domains', { connectionId: created.id, domain }))
  records.push(added.record.value)
  await ok(admin('POST', '/sso/domains/verify', { id: added.id }))
  if (isEnforced)
    await ok(admin('PUT', '/sso/connections', { id: created.id, isEnforced, breakGlassUserIds: [adminId] }))
  return created.id
}

/** A provider that provisions a domain, with two groups that give a role each. */
async function provision(domain: string) {
  const { admin, host } = stage
  const addRole = async (name: string, features: readonly string[]) => {
    const { id: roleId } = await ok(admin('POST', '/auth/roles', { name: `${name} of ${domain}` }))
    await ok(admin('PUT', '/auth/roles/acl', { roleId, features }))
    return roleId
  }
  const role = await addRole('Directory', ['scim.*', 'auth.*', 'dashboards.*'])
  const { id: serviceAccountId } = await ok(
    admin('POST', '/api_keys/service-accounts', { name: `Directory of ${domain}`, roles: [role] }),
  )
  const { secret } = await ok(admin('POST', '/api_keys/service-accounts/keys', { serviceAccountId, name: 'Key' }))
  const directorySync = caller(`${host.origin}/api/scim/v2`, secret, 'application/scim+json')
  const addGroup = async (displayName: string, roleId: string) => {
    const { id } = await ok(directorySync('POST', '/Groups', { schemas: [GROUP], displayName }))
    await ok(admin('PUT', '/scim/groups', { id, roleId }))
    return id
  }
  const staff = await addGroup('Staff', await addRole('Staff', ['dashboards.view']))
  const leads = await addGroup('Leads', await addRole('Leads', ['auth.users.list']))
  return { directorySync, staff, leads }
}

const userOf = ({ email, name }: Employee, externalId: string) => ({
  schemas: [USER],
  userName: email,
  externalId,
  displayName: name,
  emails: [{ value: email, type: 'work', primary: true }],
  active: true,
})

const change = (directorySync: Call, id: string, operations: readonly object[]) =>
  ok(directorySync('PATCH', `/Users/${id}`, { schemas: [PATCH], Operations: operations }))

async function changeMembers(
  directorySync: Call,
  group: string,
  { add, remove }: { readonly add?: string; readonly remove?: string },
): Promise<void> {
  const operations = [
    ...(add === undefined ? [] : [{ op: 'add', path: 'members', value: [{ value: add }] }]),
    ...(remove === undefined ? [] : [{ op: 'remove', path: `members[value eq "${remove}"]` }]),
  ]
  await ok(directorySync('PATCH', `/Groups/${group}`, { schemas: [PATCH], Operations: operations }))
}

/** Somebody's browser, with nothing in it. */
async function visitor() {
  const { origin } = stage.host
  const context: BrowserContext = await stage.browser.newContext({ locale: 'en-GB' })
  const profile = '/api/auth/profile'
  /** Presses the button of the provider, if it asks, and says where that led to. */
  const finish = async (page: Page) => {
    if (new URL(page.url()).origin !== origin) await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL((url) => url.origin === origin)
    const { pathname, search } = new URL(page.url())
    return `${pathname}${search}`
  }
  const begin = async (connectionId: string) => {
    const page = await context.newPage()
    await page.goto(`${origin}/api/sso/start/${connectionId}?redirect=${encodeURIComponent(profile)}`)
    return { finish: () => finish(page) }
  }
  const read = async (path: string) => {
    const answer = await context.request.get(`${origin}/api${path}`)
    return { status: answer.status(), body: (await answer.json()) as Body }
  }
  return {
    begin,
    signIn: async (connectionId: string) => (await begin(connectionId)).finish(),
    email: async () => (await read('/auth/profile')).body.email,
    status: async () => (await read('/auth/profile')).status,
    sessions: async () => (await read('/auth/sessions')).body.items.length,
    /** Which of the features of the two roles somebody has. */
    async holds() {
      const data = { features: ['dashboards.view', 'auth.users.list'] }
      const answer = await context.request.post(`${origin}/api/auth/feature-check`, { data, headers: { origin } })
      return ((await answer.json()) as Body).granted
    },
    [Symbol.asyncDispose]: () => context.close(),
  }
}

/** A host with both protocols and provisioning, their providers, an administrator and a browser. */
async function openStage(stack: AsyncDisposableStack) {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-life-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const database = stack.use(await emptyDatabase())
  const openId = stack.use(await startProvider())
  openId.asks = true
  const samlProvider = stack.use(await startSamlProvider())
  const records: string[] = []
  const host = await startHost({
    ownsProcess: false,
    environment: {
      PORT: '0',
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      SEED_PASSWORD: PASSWORD,
      LOG_LEVEL: 'silent',
      RATE_LIMIT_ENABLED: 'false',
    },
    modules: (given) => [
      directory,
      auth({ ...given.auth, argon2 }),
      defineAuditLogs(given.auditLogs),
      apiKeys,
      dashboards,
      sso({ localHosts: [openId.host], resolveTxt: async () => records }),
      saml,
      scim,
    ],
  })
  stack.defer(() => host.close())
  const browser = stack.adopt(await launchChromium(), (started) => started.close())
  const { token } = (await login(host.origin, 'admin@acme.com', PASSWORD)).body
  const admin = caller(`${host.origin}/api`, token)
  const providers: Readonly<Record<'oidc' | 'saml', Provider>> = {
    oidc: {
      fields: (clientId) => ({ issuer: openId.issuer, clientId, secret: SECRET }),
      admit: (id, clientId) =>
        openId.addClient({
          client_id: clientId,
          client_secret: SECRET,
          redirect_uris: [`${host.origin}/api/sso/callback/${id}`],
          grant_types: ['authorization_code'],
          response_types: ['code'],
        }),
      knows({ subject, email, name }) {
        openId.person = { sub: subject, email, email_verified: true, name }
      },
    },
    saml: {
      fields: () => ({
        protocol: 'saml',
        issuer: ISSUER,
        settings: { signInUrl: samlProvider.signInUrl, certificates: [providerCertificate] },
      }),
      admit: async () => {},
      knows({ subject, email, name }) {
        samlProvider.said = { subject, attributes: { email, displayName: name } }
      },
    },
  }
  const found = await ok(admin('GET', '/directory/organizations?view=manage'))
  const [own] = (await ok(admin('GET', '/auth/users?search=admin%40acme.com'))).items.filter(
    ({ email }) => email === 'admin@acme.com',
  )
  return { host, browser, admin, adminId: own!.id, providers, records, organizationId: found.items[0]!.id }
}

async function login(origin: string, email: string, password: string): Promise<Answer> {
  const body = new URLSearchParams({ email, password })
  const answer = await fetch(`${origin}/api/auth/login`, { method: 'POST', body })
  return { status: answer.status, body: (await answer.json()) as Body }
}

/** Calls routes with a token or key. */
const caller =
  (base: string, token: string, type = 'application/json'): Call =>
  async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type, accept: type }
    const answer = await fetch(`${base}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await answer.text()
    return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Body }
  }

/** The body of an answer. Throws if it is an error. */
async function ok(answering: Promise<Answer>): Promise<Body> {
  const { status, body } = await answering
  if (status >= 400) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}
