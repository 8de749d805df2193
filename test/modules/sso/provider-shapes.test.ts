import { addRole, addUser, superAdminOf } from '@plinth/auth/testing'
import { tenantA } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type OwnApp, ownApp, signInBy } from './_sso.ts'

let app: OwnApp
let id: string
beforeAll(async () => {
  app = await ownApp()
  const admin = superAdminOf(app)
  const [staff, all] = [await addRole(admin, 'Staff', {}), await addRole(admin, 'Mapper', { features: ['*'] })]
  const as = app.as({ features: ['*'], userId: await addUser(admin, { roles: [all] }) })
  const groupRoles = ['staff', '7', 'a,b'].map((group) => ({ group, roleId: staff }))
  id = await connect(app, { groupsClaim: 'groups', groupRoles }, { as })
})
afterAll(() => app[Symbol.asyncDispose]())

interface Said {
  readonly claims?: Record<string, unknown>
  readonly info?: Record<string, unknown>
  readonly granted?: Record<string, unknown>
}

/** The account of somebody new, or why there is none. */
async function come(sub: unknown, { claims, info = {}, granted = {} }: Said): Promise<unknown> {
  Object.assign(app.provider, { claims: { sub, ...claims }, info, granted })
  const { location } = await signInBy(app, id)
  if (location !== '/backend') return location.replace('/login?error=', '')
  const [account] = await app.sql(
    `select u.email, u.name, count(r.id)::int as roles from sso_identities i join users u on u.id = i.user_id
       left join user_roles r on r.user_id = u.id where i.subject = $1 and i.tenant_id = $2 group by u.email, u.name`,
    [String(sub), tenantA.id],
  )
  return account
}

const now = Math.floor(Date.now() / 1000)
const email = 'somebody@corp.example'
const plain = { email, name: null, roles: 0 }
const member = { email, name: null, roles: 1 }

/** What providers send, with what they send it about: the sender of each is somebody new. */
const SHAPES: Readonly<Record<string, readonly [Said, unknown]>> = {
  'Azure AD B2C: addresses in a list': [{ claims: { emails: [email], name: 'S' } }, { ...plain, name: 'S' }],
  'a list in place of the address': [{ claims: { email: [email] } }, plain],
  'the list as a text': [{ claims: { emails: email } }, plain],
  'an empty address before the list': [{ claims: { email: '', emails: [email] } }, plain],
  'the list from the userinfo endpoint': [{ info: { emails: [email] } }, plain],
  'an empty list': [{ claims: { emails: [] } }, 'sso_no_email'],
  'a list of something else': [{ claims: { emails: [{ value: email }] } }, 'sso_no_email'],
  'only a name to sign in with': [{ claims: { preferred_username: email, upn: email } }, 'sso_no_email'],
  'spaces around the address': [{ claims: { email: ` ${email} ` } }, plain],
  'Amazon Cognito: verified as text': [{ claims: { email, email_verified: 'true' } }, plain],
  'verified as a number': [{ claims: { email, email_verified: 1 } }, plain],
  'verified as an empty text': [{ claims: { email, email_verified: '' } }, 'sso_email_not_verified'],
  'verified as a list': [{ claims: { email, email_verified: [true] } }, 'sso_email_not_verified'],
  'the time of authentication as text': [{ claims: { email, auth_time: `${now}` } }, plain],
  'the time of authentication as a date': [{ claims: { email, auth_time: '2026-01-01T00:00:00Z' } }, plain],
  'Keycloak, as another person: authenticated at 0': [{ claims: { email, auth_time: 0 } }, plain],
  'no time of authentication': [{ claims: { email, auth_time: null } }, plain],
  'times as text': [{ claims: { email, iat: `${now}`, nbf: `${now}`, exp: `${now + 300}` } }, plain],
  'times with fractions': [{ claims: { email, iat: now + 0.5, exp: now + 300.5 } }, plain],
  'claims without a value': [{ claims: { email, nbf: null, azp: null, at_hash: null, sid: null } }, plain],
  'methods and classes of authentication in any form': [{ claims: { email, amr: 'pwd', acr: 1 } }, plain],
  'a list of classes': [{ claims: { email, amr: [1], acr: ['a'] } }, plain],
  'a number as session': [{ claims: { email, sid: 7, jti: 7 } }, plain],
  'one group as text': [{ claims: { email, groups: 'staff' } }, member],
  'one group as text from the userinfo endpoint': [{ claims: { email }, info: { groups: 'staff' } }, member],
  'groups as numbers': [{ claims: { email, groups: [1, 7] } }, member],
  'one group as a number': [{ claims: { email, groups: 7 } }, member],
  'Zitadel: groups as names of members': [{ claims: { email, groups: { staff: { 1: 'x' } } } }, member],
  'a group with a comma in its name': [{ claims: { email, groups: 'a,b' } }, member],
  // Whoever may name a group must not choose others with it.
  'a text that lists groups': [{ claims: { email, groups: 'x,staff' } }, plain],
  'a text with a list': [{ claims: { email, groups: '["staff"]' } }, plain],
  'groups within groups': [{ claims: { email, groups: [['staff'], { staff: {} }] } }, plain],
  'Entra ID: groups elsewhere': [{ claims: { email, _claim_names: { groups: 'src1' } } }, plain],
  'no name, but its parts': [
    { claims: { email, name: null, given_name: 'Some', family_name: 'Body' } },
    { ...plain, name: 'Some Body' },
  ],
  'no name at all': [{ claims: { email, nickname: 'sb', preferred_username: 'sb' } }, plain],
  'a name that is no text': [{ claims: { email, name: { first: 'Some' } } }, plain],
  'no kind of token': [{ claims: { email }, granted: { token_type: undefined } }, plain],
  'another kind of token': [{ claims: { email }, granted: { token_type: 'N_A' } }, 'sso_failed'],
  'Twitch: scopes as a list': [{ claims: { email }, granted: { scope: ['openid'] } }, plain],
  'no further tokens': [{ claims: { email }, granted: { refresh_token: null, scope: null, expires_in: null } }, plain],
  'empty further tokens': [{ claims: { email }, granted: { refresh_token: '', scope: '', expires_in: '' } }, plain],
  'AD FS: members of its own': [{ claims: { email }, granted: { resource: 'urn:x', expires_in: '3600' } }, plain],
  'no access token': [{ claims: { email }, granted: { access_token: undefined } }, 'sso_failed'],
  'a signed token beside the signed token': [{ claims: { email }, granted: { signed_id_token: 'x' } }, plain],
  'userinfo about nobody': [{ info: { email, sub: undefined } }, 'sso_failed'],
  'userinfo within a member': [{ info: { data: { email } } }, 'sso_no_email'],
}

test.each(Object.entries(SHAPES))('%s', async (_, [said, expected]) => {
  const sub = crypto.randomUUID()
  const theirs = `${sub}@corp.example`
  expect(await come(sub, insteadOf(email, theirs, said))).toEqual(insteadOf(email, theirs, expected))
})

test('a subject may be a number, in the id token and at the userinfo endpoint', async () => {
  const [one, other] = ['one@corp.example', 'other@corp.example']
  expect(await come(35, { claims: { email: one } })).toEqual({ ...plain, email: one })
  // WordPress: a number only there.
  expect(await come('36', { info: { sub: 36, email: other } })).toEqual({ ...plain, email: other })
  expect(await come('36', { info: { sub: 35, email: other } })).toBe('sso_failed')
  expect(await come('35', { claims: { email: 'renamed@corp.example' } })).toMatchObject({
    email: 'renamed@corp.example',
  })
})

/** The value with another text in place of one, wherever it is. */
function insteadOf<T>(text: string, other: string, value: T): T {
  if (typeof value === 'string') return value.replace(text, other) as T
  if (Array.isArray(value)) return value.map((one: unknown) => insteadOf(text, other, one)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, insteadOf(text, other, one)])) as T
}
