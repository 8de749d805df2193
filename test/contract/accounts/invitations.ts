import { mailer } from '@plinth/core'
import { exactly, says, uuid } from '../_frame/statement.ts'
import { group } from '../_frame/group.ts'
import { addTenant } from '../_frame/tenants.ts'
import { after, form, idFrom, known } from '../_frame/visitor.ts'
import { deliver, mailedToken } from './tokens.ts'
import { nobody } from './known.ts'

const PATH = '/auth/users/resend-invite'

export const invitations = group(
  'Invitations',
  {
    async scenario(host) {
      const { admin, organizationId } = host
      const other = await addTenant(host, 'Beta')
      const invite = (visitor: typeof admin, email: string, organization: string) =>
        idFrom(visitor.post('/auth/users', { email, organizationId: organization, sendInviteEmail: true }))
      return {
        invited: await invite(admin, 'invited@acme.com', organizationId),
        foreign: await invite(other.admin, 'theirs@acme.com', other.organizationId),
        active: await idFrom(
          admin.post('/auth/users', { email: 'active@acme.com', password: 'Secret-123', organizationId }),
        ),
      }
    },
  },
  {
    'POST /auth/users/resend-invite': ({ admin, superadmin, employee, anonymous, invited, foreign, active }) => {
      const post = (body?: object | string, who = admin) => who.post(PATH, body)
      const invalid = (message: RegExp | string) =>
        exactly({ error: 'Validation failed', fieldErrors: { id: [message] } })
      return [
        says('success', post({ id: invited }), 200, exactly({ ok: true })),
        says('nobody', post({ id: invited }, anonymous), 401, 'Unauthorized'),
        says(
          'without the feature',
          post({ id: invited }, employee),
          403,
          exactly({ error: 'Forbidden', requiredFeatures: ['auth.users.create'] }),
        ),
        says('a malformed id', post({ id: 'x' }), 422, invalid('Invalid UUID')),
        says('an empty id', post({ id: '' }), 422, invalid('Invalid UUID')),
        ...[{}, { id: null }, { id: 1 }].map((body) =>
          says(`${JSON.stringify(body)}`, post(body), 422, invalid(/^Invalid input/)),
        ),
        says('no body', post(), 422, invalid(/^Invalid input/)),
        says('no JSON', post('{'), 400, { error: 'Validation failed' }),
        says('an unknown user', post({ id: nobody }), 404, 'User not found'),
        says('another tenant’s', post({ id: foreign }), 404, 'User not found'),
        says('a super admin reaches any tenant', post({ id: foreign }, superadmin), 200, exactly({ ok: true })),
        says('a user with a password', post({ id: active }), 409, 'User already has a password'),
      ]
    },

    'The invitation': async ({ app, signIn, anonymous, invited }) => {
      // A login ends after eight hours.
      const invite = async () => (await signIn('admin@acme.com')).post(PATH, { id: invited })
      const token = mailedToken({ mails: app.mails.filter(({ to }) => to === 'invited@acme.com') })
      const newest = () => mailedToken({ mails: app.mails.filter(({ to }) => to === 'invited@acme.com') })
      const confirm = (text: string) =>
        anonymous.post('/auth/reset/confirm', form({ token: text, password: 'Chosen-123' }))
      const hours = (count: number) => () => app.clock.advance(count * 3_600_000)
      return [
        says('a mail has gone out at once', known('the mail', app.mails.at(-1)), 200, {
          text: /https:\/\/acme\.example\/reset\/[0-9a-f]{64}/,
        }),
        says(
          'the invited cannot log in before',
          anonymous.post('/auth/login', form({ email: 'invited@acme.com', password: 'Chosen-123' })),
          401,
          { ok: false },
        ),
        says(
          'another invitation',
          after(hours(47), () => invite()),
          200,
          exactly({ ok: true }),
        ),
        says('ends the earlier link', confirm(token), 400, exactly({ ok: false, error: 'Invalid or expired token' })),
        says(
          'the newer one works for 48 hours',
          after(hours(47), () => confirm(newest())),
          200,
          exactly({ ok: true, redirect: '/login' }),
        ),
        says(
          'then the invited logs in',
          anonymous.post('/auth/login', form({ email: 'invited@acme.com', password: 'Chosen-123' })),
          200,
          { ok: true },
        ),
        says(
          'and cannot be invited again',
          after(() => {}, invite),
          409,
          'User already has a password',
        ),
      ]
    },

    'The invitation: 48 hours': async ({ app, admin, anonymous, organizationId }) => {
      await admin.post('/auth/users', { email: 'late@acme.com', organizationId, sendInviteEmail: true }).answer()
      const token = mailedToken(app)
      return [
        says(
          'a link has ended after 48 hours',
          after(
            () => app.clock.advance(48 * 3_600_000),
            () => anonymous.post('/auth/reset/confirm', form({ token, password: 'Chosen-123' })),
          ),
          400,
          exactly({ ok: false, error: 'Invalid or expired token' }),
        ),
      ]
    },

    'A mail that cannot be sent': async ({ app, signIn, organizationId }) => {
      const admin = await signIn('active@acme.com').then(() => signIn('admin@acme.com'))
      let fails = true
      const sent: string[] = []
      app.platform.override(mailer, {
        send: async ({ to }) => (fails ? Promise.reject(new Error('no mail server')) : void sent.push(to)),
      })
      const body = { organizationId, sendInviteEmail: true }
      const id = await idFrom(admin.post('/auth/users', { email: 'unsent@acme.com', ...body }))
      return [
        says(
          'a creation says so',
          admin.post('/auth/users', { email: 'unsent2@acme.com', ...body }),
          201,
          exactly({ id: uuid, _warning: 'invite_email_failed' }),
        ),
        says(
          'so does another invitation',
          admin.post(PATH, { id }),
          200,
          exactly({ ok: true, warning: 'invite_email_failed' }),
        ),
        says(
          'a creation with a password is not concerned',
          admin.post('/auth/users', { email: 'silent@acme.com', organizationId, password: 'Secret-123' }),
          201,
          exactly({ id: uuid }),
        ),
        says(
          'when mail works again, nothing is said',
          after(
            () => void (fails = false),
            () => admin.post(PATH, { id }),
          ),
          200,
          exactly({ ok: true }),
        ),
        says('and it has gone out', known('mails', sent), 200, exactly(['unsent@acme.com'])),
        says(
          'jobs send no second one',
          after(
            () => deliver(app),
            () => known('mails', sent),
          ),
          200,
          exactly(['unsent@acme.com']),
        ),
      ]
    },
  },
)
