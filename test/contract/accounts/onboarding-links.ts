import { exactly, says, time, uuid } from '../_frame/statement.ts'
import { group } from '../_frame/group.ts'
import { after, bodyFrom, form, type Visitor } from '../_frame/visitor.ts'
import { deliver, mailedToken } from './tokens.ts'
import { applicant, PATH, VERIFY } from './applicants.ts'
import { CLEARED } from './known.ts'

/** Sends a request, and answers the token of its link and the cookie of its browser. */
async function apply(
  visitor: Visitor,
  app: Parameters<typeof deliver>[0] & Parameters<typeof mailedToken>[0],
  body: object,
) {
  const answer = await visitor.post(PATH, body).answer()
  return { token: mailedToken(app, VERIFY), cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

export const onboardingLinks = group(
  'Links of onboarding',
  { settings: { ADMIN_EMAIL: 'owner@example.com', TRUST_PROXY_DEPTH: '1' }, scenario: async () => ({}) },
  {
    'GET /onboarding/onboarding/verify': async ({ anonymous, app }) => {
      const { token, cookie } = await apply(anonymous, app, applicant('eve@example.com', { marketingConsent: true }))
      const browser = anonymous.with({ cookie, accept: 'text/html' })
      const client = anonymous.with({ cookie })
      const verify = (who: Visitor, text: string) => who.get(`${VERIFY}${text}`)
      const invalid = {
        ok: false,
        status: 'invalid',
        tenantId: null,
        redirect: 'https://acme.example/onboarding?status=invalid',
      }
      const first = verify(browser, token)
      return [
        ...['', 'x', 'f'.repeat(64), 'F'.repeat(64), 'f'.repeat(31)].flatMap((text) => [
          says(
            `"${text.slice(0, 8)}" of ${text.length} is invalid for clients`,
            verify(client, text),
            200,
            exactly(invalid),
          ),
          says(`"${text.slice(0, 8)}" of ${text.length} sends browsers back`, verify(browser, text), 302, undefined, {
            location: invalid.redirect,
            'set-cookie': CLEARED,
          }),
        ]),
        says('no token at all', anonymous.get('/onboarding/onboarding/verify'), 200, exactly(invalid)),
        says(
          'another browser chooses a password first (decision: Ownership of an email address)',
          verify(anonymous, token),
          200,
          {
            ok: false,
            status: 'password_required',
            tenantId: null,
          },
        ),
        says('the browser of the request goes to the login', first, 302, undefined, {
          location: /^https:\/\/acme\.example\/login\?tenant=[0-9a-f-]{36}$/,
        }),
        says('with the tenant in a cookie for 14 days', first, 302, undefined, {
          'set-cookie': /om_login_tenant=[0-9a-f-]{36}; Path=\/; Max-Age=1209600; SameSite=Lax/,
        }),
        says('and without the login of before', first, 302, undefined, { 'set-cookie': CLEARED }),
        says('again it goes there as well', verify(browser, token), 302, undefined, { location: /\/login\?tenant=/ }),
        says(
          'clients are told',
          verify(client, token),
          200,
          exactly({ ok: true, status: 'completed', tenantId: uuid, redirect: /\/login\?tenant=/ }),
        ),
        says('the address is taken now', anonymous.post(PATH, applicant('eve@example.com')), 409, { ok: false }),
      ]
    },

    'GET /onboarding/onboarding/verify: 24 hours': async ({ anonymous, app }) => {
      const { token, cookie } = await apply(anonymous, app, applicant('late@example.com'))
      return [
        says(
          'a link has ended after 24 hours',
          after(
            () => app.clock.advance(24 * 3_600_000),
            () => anonymous.with({ cookie }).get(`${VERIFY}${token}`),
          ),
          200,
          { ok: false, status: 'invalid' },
        ),
      ]
    },

    Provisioning: async ({ anonymous, app, visitor, signIn }) => {
      const { token, cookie } = await apply(
        anonymous.with({ 'x-forwarded-for': '203.0.113.7' }),
        app,
        applicant('grace@example.com', { organizationName: 'Compilers', marketingConsent: true }),
      )
      const { tenantId } = await bodyFrom(anonymous.with({ cookie }).get(`${VERIFY}${token}`))
      const login = await bodyFrom(
        anonymous.post('/auth/login', form({ email: 'grace@example.com', password: 'Chosen-123' })),
      )
      const owner = visitor({ authorization: `Bearer ${login.token}` })
      const { items } = await bodyFrom(owner.get('/auth/users'))
      const root = await signIn('superadmin@acme.com')
      return [
        says('the tenant is named after the organization', root.get(`/directory/tenants?id=${tenantId}`), 200, {
          items: [{ name: 'Compilers Tenant', isActive: true }],
        }),
        says('its one organization', owner.get('/directory/organizations'), 200, {
          items: [{ name: 'Compilers', parentId: null, depth: 0, isActive: true, tenantId }],
        }),
        says('its one user is an admin', owner.get('/auth/users'), 200, {
          items: [{ email: 'grace@example.com', name: 'Ada Lovelace', roles: ['admin'], tenantId }],
          total: 1,
        }),
        says('its roles', owner.get('/auth/roles'), 200, {
          items: [{ name: 'admin' }, { name: 'employee' }],
          total: 2,
        }),
        says('no superadmin', root.get(`/auth/roles?tenantId=${tenantId}&search=superadmin`), 200, { total: 0 }),
        says(
          'the consent',
          owner.get(`/auth/users/consents?userId=${items[0].id}`),
          200,
          exactly({
            ok: true,
            items: [
              {
                id: uuid,
                consentType: 'marketing_email',
                isGranted: true,
                grantedAt: time,
                withdrawnAt: null,
                source: 'onboarding',
                ipAddress: '203.0.113.7',
                integrityValid: true,
                createdAt: time,
                updatedAt: time,
              },
            ],
          }),
        ),
        says(
          'the password of the request',
          owner.get('/auth/profile'),
          200,
          exactly({ email: 'grace@example.com', name: 'Ada Lovelace', roles: ['admin'] }),
        ),
        says('nothing of other tenants', owner.get('/auth/users?search=acme.com'), 200, { total: 0 }),
      ]
    },
  },
)
