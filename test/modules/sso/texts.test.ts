import { expect, test } from 'vitest'
import { connect, ownApp, signInBy } from './_sso.ts'

const ann = { sub: 'ann', email: 'ann@corp.example' }

test('a name that no account may have is made to fit', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  const nameOf = async (name: unknown) => {
    const sub = crypto.randomUUID()
    app.provider.claims = { sub, email: `${sub}@corp.example`, name }
    expect((await signInBy(app, id)).location).toBe('/backend')
    const [user] = await app.sql('select name from users where email = $1', [`${sub}@corp.example`])
    return user!['name']
  }
  expect(await nameOf('x'.repeat(121))).toBe('x'.repeat(120))
  expect(await nameOf('x'.repeat(119) + '😀')).toBe('x'.repeat(119))
  expect(await nameOf('x'.repeat(118) + '😀')).toBe('x'.repeat(118) + '😀')
  // A letter and its accent stay together.
  expect(await nameOf('x'.repeat(119) + 'e\u0301')).toBe('x'.repeat(119))
  expect(await nameOf('x'.repeat(500_000))).toBe('x'.repeat(120))
  expect(await nameOf(' Ann\n\u0000\u202eLee ')).toBe('Ann Lee')
  expect(await nameOf('\ud800Ann')).toBe('Ann')
  expect(await nameOf('\u200b')).toBeNull()
  expect(await nameOf(7)).toBeNull()
})

test('a name in parts is put together', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  const nameOf = async (claims: object, info: object = {}) => {
    const sub = crypto.randomUUID()
    app.provider.claims = { sub, email: `${sub}@corp.example`, ...claims }
    app.provider.info = { sub, ...info }
    expect((await signInBy(app, id)).location).toBe('/backend')
    const [user] = await app.sql('select name from users where email = $1', [`${sub}@corp.example`])
    return user!['name']
  }
  app.provider.metadata = { claims_supported: ['sub', 'email', 'name'] }
  expect(await nameOf({ given_name: 'Ann', family_name: 'Lee' })).toBe('Ann Lee')
  expect(await nameOf({ name: 'A. Lee', given_name: 'Ann', family_name: 'Lee' })).toBe('A. Lee')
  expect(await nameOf({ family_name: 'Lee' })).toBe('Lee')
  expect(await nameOf({}, { name: 'Ann of Info' })).toBe('Ann of Info')
  expect(await nameOf({ name: ['Ann'] })).toBeNull()
})

test('what else does not fit ends on the sign-in page', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  const visit = async (claims: object) => {
    app.provider.claims = { ...ann, ...claims }
    return (await signInBy(app, id)).location
  }
  for (const email of [
    'x',
    'x@',
    '@corp.example',
    'a b@corp.example',
    `${'x'.repeat(400)}@corp.example`,
    7,
    '\u0000@corp.example',
  ])
    expect(await visit({ email })).toBe('/login?error=sso_no_email')
  expect(await visit({ sid: `a\u0000${'b'.repeat(3_000)}` })).toBe('/backend')
})

test('what a rule of the tenant refuses ends on the sign-in page', async () => {
  await using app = await ownApp()
  const id = await connect(app)
  app.provider.claims = ann
  const [home] = await app.sql('select home_organization_id as id from sso_connections')
  await app.sql('update organizations set is_active = false where id = $1', [home!['id']])
  const visit = await signInBy(app, id)
  expect(visit.location).toMatch(/^\/login\?error=sso_/)
})
