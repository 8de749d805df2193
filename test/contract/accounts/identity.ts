import { claimsOf, PASSWORD } from '../_frame/host.ts'
import { exactly, says, uuid, without } from '../_frame/statement.ts'
import { group } from '../_frame/group.ts'
import { addTenant } from '../_frame/tenants.ts'
import { after, bodyFrom, form, idFrom, known } from '../_frame/visitor.ts'
import { forge } from './tokens.ts'
import { CLEARED } from './known.ts'

export const identity = group(
  'Identity',
  {
    async scenario(host) {
      const { anonymous, admin, organizationId } = host
      const login = async (email: string, fields = {}) =>
        bodyFrom(anonymous.post('/auth/login', form({ email, password: PASSWORD, ...fields })))
      const { token, refreshToken } = await login('admin@acme.com', { remember: 'on' })
      const create = (email: string) =>
        idFrom(admin.post('/auth/users', { email, password: PASSWORD, organizationId, roles: ['employee'] }))
      const [deletedId, movedId, loggedOutId] = [
        await create('deleted@acme.com'),
        await create('moved@acme.com'),
        await create('left@acme.com'),
      ]
      const keys = {
        employee: await bodyFrom(admin.post('/api_keys/keys', { name: 'Employee key', roles: ['employee'] })),
      }
      return {
        token: token as string,
        refreshToken: refreshToken as string,
        claims: claimsOf(token),
        key: keys.employee.secret as string,
        keyId: keys.employee.id as string,
        tokens: {
          deleted: (await login('deleted@acme.com')).token as string,
          moved: (await login('moved@acme.com')).token as string,
          left: (await login('left@acme.com')).token as string,
        },
        ids: { deletedId, movedId, loggedOutId },
        other: await addTenant(host, 'Beta'),
      }
    },
  },
  {
    'The token': ({ visitor, token, key }) => {
      const profile = (headers: Record<string, string>) => visitor(headers).get('/auth/profile')
      const me = { email: 'admin@acme.com' }
      return [
        ...['Bearer', 'bearer', 'BEARER'].map((scheme) =>
          says(`a token after ${scheme}`, profile({ authorization: `${scheme} ${token}` }), 200, me),
        ),
        says('a token in the cookie', profile({ cookie: `auth_token=${token}` }), 200, me),
        says('a cookie is URL-decoded', profile({ cookie: `auth_token=${token.replaceAll('.', '%2E')}` }), 200, me),
        says('among other cookies', profile({ cookie: `a=b; auth_token=${token}; c=d` }), 200, me),
        says(
          'a wrong Bearer token is not retried with the cookie',
          profile({ authorization: 'Bearer x', cookie: `auth_token=${token}` }),
          401,
          'Unauthorized',
        ),
        says(
          'another scheme leaves the cookie',
          profile({ authorization: 'Basic x', cookie: `auth_token=${token}` }),
          200,
          me,
        ),
        says('a token without a scheme is none', profile({ authorization: token }), 401, 'Unauthorized'),
        says(
          'an empty Bearer value leaves the cookie',
          profile({ authorization: 'Bearer ', cookie: `auth_token=${token}` }),
          200,
          me,
        ),
        says(
          'a token that is expired is missing, and clears nothing',
          profile({ authorization: `Bearer ${forge({ exp: 1 })}` }),
          401,
          'Unauthorized',
          { 'set-cookie': null },
        ),
        says(
          'a wrong token leaves room for an API key',
          visitor({ authorization: 'Bearer x', 'x-api-key': key }).post('/auth/feature-check', {}),
          200,
        ),
      ]
    },

    Claims: ({ visitor, claims, tokens, token, other, tenantId }) => {
      const show = (changes: object, options = {}) =>
        visitor({ cookie: `auth_token=${forge({ ...claims, ...changes }, options)}` }).get('/auth/profile')
      return [
        says('our own claims signed again are valid', show({}), 200, { email: 'admin@acme.com' }),
        says('claimed roles count for nothing', show({ roles: ['superadmin'] }), 200, { roles: ['admin'] }),
        says('a token of a customer portal is refused', show({ type: 'customer' }), 401, 'Unauthorized'),
        says('and its cookies are cleared', show({ type: 'customer' }), 401, 'Unauthorized', { 'set-cookie': CLEARED }),
        says('a token of staff by name is taken', show({ type: 'staff' }), 200),
        says(
          'a wrong signature is missing',
          show({}, { secret: 'another secret of at least 32 characters' }),
          401,
          'Unauthorized',
          { 'set-cookie': null },
        ),
        says('the algorithm none is not believed', show({}, { alg: 'none', secret: '' }), 401, 'Unauthorized'),
        ...[
          ['sub', crypto.randomUUID()],
          ['sub', 'x'],
          ['tenantId', crypto.randomUUID()],
          ['tenantId', 'x'],
          ['tenantId', other.tenantId],
          ['tenantId', null],
          ['orgId', crypto.randomUUID()],
          ['orgId', null],
          ['orgId', other.organizationId],
          ['sid', crypto.randomUUID()],
        ].map(([name, value]) =>
          says(
            `${name} ${value} is invalid, and clears the cookies`,
            show({ [String(name)]: value }),
            401,
            'Unauthorized',
            { 'set-cookie': CLEARED },
          ),
        ),
        says('an expired token is missing', show({ exp: 1 }), 401, 'Unauthorized', { 'set-cookie': null }),
        says('garbage is missing', visitor({ cookie: 'auth_token=a.b.c' }).get('/auth/profile'), 401, 'Unauthorized', {
          'set-cookie': null,
        }),
        says(
          'a user of before is valid',
          visitor({ authorization: `Bearer ${tokens.left}` }).get('/auth/profile'),
          200,
          { email: 'left@acme.com' },
        ),
        says(
          'the tenant is the one of the claims',
          visitor({ authorization: `Bearer ${token}` }).get('/directory/organization-switcher'),
          200,
          { tenantId },
        ),
      ]
    },

    'What ends a token': async ({ admin, superadmin, visitor, tokens, ids, organizationId, other }) => {
      const show = (token: string) => visitor({ cookie: `auth_token=${token}` }).get('/auth/profile')
      const branch = await idFrom(admin.post('/directory/organizations', { name: 'Branch', parentId: organizationId }))
      return [
        says('before, the account works', show(tokens.deleted), 200),
        says('its deletion', admin.del(`/auth/users?id=${ids.deletedId}`), 200, { ok: true }),
        says('ends its tokens', show(tokens.deleted), 401, 'Unauthorized', { 'set-cookie': CLEARED }),
        says('before the move, the account works', show(tokens.moved), 200),
        says(
          'a move to another organization',
          admin.put('/auth/users', { id: ids.movedId, organizationId: branch }),
          200,
          { ok: true },
        ),
        says('ends the tokens of before', show(tokens.moved), 401, 'Unauthorized', { 'set-cookie': CLEARED }),
        says('a logout', visitor({ cookie: `auth_token=${tokens.left}` }).post('/auth/logout'), 302),
        says('ends the token it came with', show(tokens.left), 401, 'Unauthorized'),
        says(
          'a super admin moves an account to another tenant',
          superadmin.put('/auth/users', { id: ids.loggedOutId, organizationId: other.organizationId }),
          200,
          { ok: true },
        ),
      ]
    },

    'API keys': ({ visitor, key, keyId, anonymous, token }) => {
      const check = (headers: Record<string, string>) =>
        visitor(headers).post('/auth/feature-check', { features: ['dashboards.view'] })
      const it = { granted: ['dashboards.view'], userId: `api_key:${keyId}` }
      return [
        says('a key in X-Api-Key', check({ 'X-Api-Key': key }), 200, it),
        ...['ApiKey', 'apikey', 'APIKEY'].map((scheme) =>
          says(`a key after ${scheme}`, check({ authorization: `${scheme} ${key}` }), 200, it),
        ),
        says('a key is no Bearer token', check({ authorization: `Bearer ${key}` }), 401, 'Unauthorized'),
        says('an unknown key is nobody', check({ 'x-api-key': `omk_${'0'.repeat(40)}` }), 401, 'Unauthorized'),
        says(
          'X-Api-Key comes before Authorization',
          check({ 'x-api-key': key, authorization: 'ApiKey omk_x' }),
          200,
          it,
        ),
        says(
          'a token comes before a key',
          visitor({ authorization: `Bearer ${token}`, 'x-api-key': key }).get('/auth/profile'),
          200,
          { email: 'admin@acme.com' },
        ),
        ...Object.entries({ 'x-api-key': 'omk_x', authorization: 'ApiKey omk_x' }).map(([name, value]) =>
          says(
            `a wrong key in ${name} is not ignored in favour of a cookie (decision: Invalid credentials)`,
            visitor({ [name]: value, cookie: `auth_token=${token}` }).get('/auth/profile'),
            401,
            'Unauthorized',
            { 'set-cookie': null },
          ),
        ),
        says(
          'a page of another site writes by no key beside the cookie (decision: Invalid credentials)',
          visitor({ 'x-api-key': key, cookie: `auth_token=${token}`, origin: 'https://evil.example' }).post(
            '/auth/feature-check',
            {},
          ),
          403,
          'Requests that other sites send are refused.',
        ),
        says(
          'a key has no profile',
          visitor({ 'x-api-key': key }).get('/auth/profile'),
          400,
          'Failed to load profile.',
        ),
        says('nobody has none either', anonymous.get('/auth/profile'), 401, 'Unauthorized'),
      ]
    },

    'Where a super admin works': ({ superadmin, admin, other, tenantId, organizationId }) => {
      const at = (tenant: string, organization?: string) =>
        superadmin.with({
          cookie: `om_selected_tenant=${tenant}${organization === undefined ? '' : `; om_selected_org=${organization}`}`,
        })
      const place = '/directory/organization-switcher'
      const elsewhere = admin.with({
        cookie: `om_selected_tenant=${other.tenantId}; om_selected_org=${other.organizationId}`,
      })
      return [
        says('at home without a cookie', superadmin.get(place), 200, { tenantId, isSuperAdmin: true }),
        says('in the selected tenant', at(other.tenantId).get(place), 200, { tenantId: other.tenantId }),
        says('in its selected organization', at(other.tenantId, other.organizationId).get(place), 200, {
          selectedId: other.organizationId,
        }),
        says('in all of its organizations', at(other.tenantId, '__all__').get(place), 200, { selectedId: null }),
        says('a tenant that is none counts as not chosen', at('x').get(place), 200, { tenantId }),
        says('an empty cookie counts as not chosen', at('').get(place), 200, { tenantId }),
        says('others stay in their own tenant', elsewhere.get(place), 200, { tenantId, isSuperAdmin: false }),
        says(
          'and see nothing of the other',
          elsewhere.get('/directory/organizations'),
          200,
          exactly({
            items: [
              {
                id: organizationId,
                name: 'Acme Corp',
                parentId: null,
                tenantId,
                isActive: true,
                depth: 0,
                treePath: organizationId,
              },
              {
                id: uuid,
                name: 'Branch',
                parentId: organizationId,
                tenantId,
                isActive: true,
                depth: 1,
                treePath: /\//,
              },
            ],
          }),
        ),
      ]
    },

    'Access token': ({ claims, token, visitor, app, tenantId, organizationId }) => {
      const check = (shown: string) => visitor({ authorization: `Bearer ${shown}` }).get('/auth/profile')
      const now = Math.floor(app.clock.now.getTime() / 1000)
      const header = JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString())
      const stated = known('an access token', {
        claims,
        header,
        lifetime: Number(claims['exp']) - Number(claims['iat']),
        token,
      })
      return [
        says('the header is HS256 and JWT', stated, 200, { header: { alg: 'HS256', typ: 'JWT' } }),
        says('it lives 8 hours', stated, 200, { lifetime: 28_800 }),
        says('three base64url segments without padding', stated, 200, { token: /^[\w-]+\.[\w-]+\.[\w-]+$/ }),
        says('sub is the user', stated, 200, { claims: { sub: uuid } }),
        says('tenantId and orgId are where the user is at home', stated, 200, {
          claims: { tenantId, orgId: organizationId },
        }),
        says('email and roles are the user’s', stated, 200, { claims: { email: 'admin@acme.com', roles: ['admin'] } }),
        says('it names its session, audience and type', stated, 200, {
          claims: { sid: uuid, aud: /.+/, typ: 'access' },
        }),
        says('no secret is in it', stated, 200, { claims: without('password', 'passwordHash', 'refreshToken') }),
        says('it is valid', check(token), 200),
        says('in its last second', check(forge({ ...claims, exp: now })), 200),
        says('and not beyond', check(forge({ ...claims, exp: now - 1 })), 401, 'Unauthorized'),
      ]
    },

    'Session token': ({ refreshToken, anonymous, app }) => {
      const refresh = () => anonymous.post('/auth/session/refresh', { refreshToken })
      const later = (days: number) => after(() => app.clock.advance(days * 86_400_000), refresh)
      const again = refresh()
      return [
        says('it renews a login whose access token is over', again, 200, { ok: true, expiresIn: 28_800 }),
        says('it is not rotated', again, 200, without('refreshToken')),
        says('it works again', refresh(), 200),
        says('and after 29 days', later(29), 200),
        says('it ends after 30 days', later(1), 401, { ok: false, error: 'Invalid or expired refresh token' }),
      ]
    },
  },
)
