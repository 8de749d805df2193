import { addRole, addUser, superAdminOf } from '@plinth/auth/testing'
import { signInProtocols } from '@plinth/sso'
import { tenantA } from '@plinth/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { findRoute } from '../../packages/testing/src/route-request.ts'
import { attackerCertificate } from '../modules/saml/_keys.ts'
import { connection as samlConnection } from '../modules/saml/_saml.ts'
import { modules, openTogether } from '../modules/together/_platform.ts'
import { measureSizes } from './_campaign/measure-sizes.ts'
import { describeBuiltIns, sendNames } from './_campaign/send-names.ts'

/** `npm run campaign:attack` tries every route. */
const isCampaign = process.env['ATTACK_ROUTES'] === 'all'

let app: Awaited<ReturnType<typeof openTogether>>
beforeAll(async () => {
  app = await openTogether()
  // The samples are sent thousands of times, and what they prepare would meet the limits of rows.
  await app.sql(`do $$ declare t record; begin
    for t in select tgrelid::regclass as name, tgname from pg_trigger where tgname like 'plinth\\_insert\\_limit%' loop
      execute format('alter table %s disable trigger %I', t.name, t.tgname);
    end loop; end $$`)
}, 120_000)
afterAll(() => app[Symbol.asyncDispose]())

test(
  'no name that a client sends changes what every object inherits, or makes a route fail',
  { timeout: 0 },
  async () => {
    const before = describeBuiltIns()
    // The contract of every route is tried with such names as well.
    const { sent, faults } = await sendNames(app, isCampaign ? 'all' : 5)
    if (isCampaign) console.log(`${sent} requests with names of prototypes`)
    expect(faults.slice(0, 10)).toEqual([])
    expect(describeBuiltIns()).toEqual(before)
    expect((await app.as('admin').get('/auth/roles')).status).toBe(200)
    expect(sent).toBeGreaterThan(isCampaign ? 5_000 : 50)
  },
)

/** Of those that anybody may send, and of one with a command. */
const SHORT = ['POST /onboarding/onboarding', 'POST /auth/roles']
/** Milliseconds of CPU time. A short run shares the machine with other tests, whose memory traffic slows it. */
const LONGEST = isCampaign ? 50 : 150

test('no request keeps the event loop from others, however large it is', { timeout: 0 }, async () => {
  const { sent, measured } = await measureSizes(app, isCampaign ? 'all' : SHORT)
  if (isCampaign) {
    console.log(`${sent} sizes; milliseconds of CPU time in one piece and together:`)
    console.table(
      measured
        .slice(0, 40)
        .map(({ longest, total, ...rest }) => ({ ...rest, longest: Math.round(longest), total: Math.round(total) })),
    )
  }
  expect(measured.filter(({ longest }) => longest > LONGEST)).toEqual([])
  expect(sent).toBeGreaterThan(isCampaign ? 5_000 : 20)
})

// Somebody who has one feature, and nothing else, changes who is trusted to name people, or which roles they get (decision: Grants
// through settings). The settings are those that routes and protocols declare, so that a new one is tried, or asks for a value
// here.

let strongRole: string
let team: string
let chief: string
/** Connections of every protocol, each with a domain and a linked account that may do more. */
const connections: Record<string, { id: string; settings: Record<string, unknown>; domainId: string }> = {}

const weak = (feature: string) => app.as({ features: [feature, 'sso.view'] })
const NOBODY = '99999999-9999-4999-8999-999999999999'

/** Another value of each setting. A function: those that need what was made before. */
const OTHERS: Readonly<Record<string, () => unknown>> = {
  issuer: () => 'https://evil.example',
  clientId: () => 'another',
  authMethod: () => 'client_secret_post',
  secret: () => 'another secret',
  scopes: () => ['openid', 'email'],
  groupsClaim: () => 'groups',
  createsAccounts: () => false,
  homeOrganizationId: () => tenantA.otherOrganization,
  defaultRoleIds: () => [strongRole],
  groupRoles: () => [{ group: 'staff', roleId: strongRole }],
  groupTeams: () => [{ group: 'staff', teamId: team }],
  isActive: () => false,
  isEnforced: () => true,
  asksSecondFactor: () => true,
  breakGlassUserIds: () => [chief],
}
/** They name a connection, and decide nothing. */
const HARMLESS = ['id', 'name']

const SETTINGS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  oidc: {},
  saml: {
    signInUrl: 'https://evil.example/sso',
    certificates: [attackerCertificate],
    emailAttribute: 'other',
    nameAttribute: 'other',
  },
}

const shapeOf = (name: string) => {
  const { command, spec } = findRoute(app.routes, name)
  return Object.keys(((command?.input ?? spec.body) as z.ZodObject).shape)
}

/** What somebody who may do anything is answered, without a change. */
async function dryRun(body: object): Promise<number> {
  const all = app.as({ features: ['*'] })
  const answer = await all.put('/sso/connections', body)
  if (answer.operation) {
    const undone = await all.post('/audit_logs/audit-logs/actions/undo', { undoToken: answer.operation.undoToken })
    expect(undone.status).toBe(200)
  }
  return answer.status
}

describe('trust is changed by nobody with less than those who are trusted', () => {
  beforeAll(async () => {
    const admin = superAdminOf(app)
    strongRole = await addRole(admin, 'Strong', { features: ['auth.*'] })
    team = (await admin.post('/auth/teams', { name: 'Board' })).body.id as string
    chief = await addUser(admin, { email: 'chief@corp.example', password: 'Secret-123', roles: [strongRole] })
    const oidc = {
      name: 'Corp',
      issuer: 'https://idp.example',
      clientId: 'plinth',
      secret: 'a client secret',
      homeOrganizationId: tenantA.organization,
      settings: {},
    }
    for (const [protocol, fields] of Object.entries({ oidc, saml: samlConnection() })) {
      const manager = app.as({ features: ['*'] })
      const { id } = (await manager.post('/sso/connections', { ...fields, protocol })).body as { id: string }
      await app.sql(
        `insert into sso_identities (id, tenant_id, user_id, connection_id, issuer, subject)
          values (gen_random_uuid(), $1, $2, $3, 'x', 'chief')`,
        [tenantA.id, chief, id],
      )
      const domain = { connectionId: id, domain: `${protocol}.corp.example` }
      const { id: domainId } = (await manager.post('/sso/domains', domain)).body as { id: string }
      connections[protocol] = { id, settings: fields.settings, domainId }
    }
  })

  test('of a connection: each setting of each protocol, by somebody with sso.manage alone', async () => {
    const names = shapeOf('PUT /sso/connections').filter((name) => !HARMLESS.includes(name) && name !== 'settings')
    expect(names.filter((name) => !OTHERS[name])).toEqual([])
    const protocols = ['oidc', ...signInProtocols.from(modules).map(({ value }) => value.id)]
    expect(protocols.toSorted()).toEqual(Object.keys(connections).toSorted())
    for (const protocol of protocols) {
      const { id, settings, domainId } = connections[protocol]!
      const client = weak('sso.manage')
      for (const name of names) {
        const needed = name === 'isEnforced' ? { breakGlassUserIds: [chief] } : {}
        // A protocol may refuse a setting whoever sends it, before it asks who does.
        const asked = { id, [name]: OTHERS[name]!(), ...needed }
        const { status } = await client.put('/sso/connections', asked)
        const isForNobody = (await dryRun(asked)) === 400
        expect([protocol, name, status]).toEqual([protocol, name, isForNobody ? 400 : 403])
      }
      const declared = signInProtocols.from(modules).find(({ value }) => value.id === protocol)?.value.settings
      const own = declared ? Object.keys((declared as z.ZodObject).shape) : []
      expect(Object.keys(SETTINGS[protocol]!)).toEqual(own)
      for (const name of own) {
        const changed = { ...settings, [name]: SETTINGS[protocol]![name] }
        const { status } = await client.put('/sso/connections', { id, settings: changed })
        expect([protocol, name, status]).toEqual([protocol, name, 403])
      }
      expect((await client.del(`/sso/domains?id=${domainId}`)).status).toBe(403)
      expect((await client.post('/sso/domains', { connectionId: id, domain: 'corp.example' })).status).toBe(403)
      expect((await client.post('/sso/domains', { connectionId: id, domain: 'more.example' })).status).toBe(403)
      expect((await client.del(`/sso/connections?id=${id}`)).status).toBe(403)
      expect((await client.put('/sso/connections', { id, name: 'Renamed' })).status).toBe(200)
    }
  })

  test('of a new connection: what it gives, and whom it speaks for', async () => {
    const client = weak('sso.manage')
    const fields = { ...samlConnection(), name: 'Mine', protocol: 'saml' }
    for (const given of [
      { defaultRoleIds: [strongRole] },
      { groupRoles: [{ group: 'staff', roleId: strongRole }] },
      { groupTeams: [{ group: 'staff', teamId: team }] },
    ])
      expect([given, (await client.post('/sso/connections', { ...fields, ...given })).status]).toEqual([given, 403])
    const { id } = (await client.post('/sso/connections', fields)).body as { id: string }
    for (const domain of ['acme.com', 'corp.example'])
      expect([domain, (await client.post('/sso/domains', { connectionId: id, domain })).status]).toEqual([domain, 403])
    const mapping = { id, defaultRoleIds: [strongRole] }
    expect((await client.put('/sso/connections', mapping)).status).toBe(403)
  })

  test('of a group that nobody is in yet, by somebody with scim.manage alone', async () => {
    const [group] = (await app.sql(
      `insert into scim_groups (id, tenant_id, service_account_id, display_name, display_name_key)
        values (gen_random_uuid(), $1, $2, 'Staff', 'staff') returning id`,
      [tenantA.id, NOBODY],
    )) as [{ id: string }]
    expect(shapeOf('PUT /scim/groups')).toEqual(['id', 'roleId', 'teamId'])
    const client = weak('scim.manage')
    expect((await client.put('/scim/groups', { id: group.id, teamId: team })).status).toBe(403)
    expect((await client.put('/scim/groups', { id: group.id, roleId: strongRole })).status).toBe(403)
    const mapped = await app.as({ features: ['*'] }).put('/scim/groups', { id: group.id, roleId: strongRole })
    expect(mapped.status).toBe(200)
    // To take it away is to decide who has it as well.
    expect((await client.put('/scim/groups', { id: group.id, roleId: null })).status).toBe(403)
    const led = { id: group.id, roleId: null, teamId: team }
    expect((await app.as({ features: ['*'] }).put('/scim/groups', led)).status).toBe(200)
    expect((await client.put('/scim/groups', { ...led, teamId: null })).status).toBe(403)
  })

  test('of neither by somebody without the feature', async () => {
    const nobody = app.as({ features: ['sso.view'] })
    const { id, domainId } = connections['oidc']!
    for (const sent of [
      () => nobody.put('/sso/connections', { id, name: 'x' }),
      () => nobody.post('/sso/connections', samlConnection()),
      () => nobody.post('/sso/domains', { connectionId: id, domain: 'x.example' }),
      () => nobody.del(`/sso/domains?id=${domainId}`),
      () => nobody.put('/scim/groups', { id: NOBODY, roleId: null }),
    ])
      expect((await sent()).status).toBe(403)
  })
})
