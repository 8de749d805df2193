import { z } from 'zod'
import { exactly, says } from '../_frame/statement.ts'
import { group } from '../_frame/group.ts'
import { form, idFrom } from '../_frame/visitor.ts'
import { deliver, mailedToken } from './tokens.ts'

const weak = {
  short: 'Ab1!xyz',
  'without a digit': 'Password!!',
  'without an upper-case letter': 'secret-123',
  'without a special character': 'Secret1234',
  common: 'Password1!',
  'longer than 128': `Aa1!${'x'.repeat(125)}`,
}

export const passwords = group(
  'Passwords',
  {
    async scenario({ admin, organizationId }) {
      return {
        userId: await idFrom(
          admin.post('/auth/users', { email: 'changing@acme.com', password: 'Secret-123', organizationId }),
        ),
      }
    },
  },
  {
    'Validation primitives: passwords': ({ admin, organizationId, userId }) => {
      const create = (password: string) =>
        admin.post('/auth/users', { email: 'weak@acme.com', password, organizationId })
      const custom = { code: 'custom', message: 'Password does not meet the requirements.', path: ['password'] }
      return [
        says('a weak one is a custom issue', create('Secret1234'), 400, { error: 'Invalid input', details: [custom] }),
        says('a short one is too_small as well', create('Ab1!'), 400, {
          details: [
            { code: 'too_small', path: ['password'], message: 'Password does not meet the requirements.' },
            custom,
          ],
        }),
        ...Object.entries(weak).map(([what, password]) =>
          says(`one that is ${what} is refused at creation`, create(password), 400, { error: 'Invalid input' }),
        ),
        ...Object.entries(weak).map(([what, password]) =>
          says(`one that is ${what} is refused at a change`, admin.put('/auth/users', { id: userId, password }), 400, {
            error: 'Invalid input',
          }),
        ),
        ...['Secret-1', `Aa1!${'x'.repeat(124)}`, 'ünïcode-A1', 'With space 1'].map((password) =>
          says(
            `${password.length} characters like ${password.slice(0, 12)} are taken`,
            admin.put('/auth/users', { id: userId, password }),
            200,
            exactly({ ok: true }),
          ),
        ),
      ]
    },

    'Password policy: one’s own': async ({ admin, signIn, organizationId }) => {
      await admin.post('/auth/users', { email: 'own@acme.com', password: 'Secret-123', organizationId }).answer()
      const own = await signIn('own@acme.com')
      return Object.entries(weak).map(([what, password]) =>
        says(
          `one that is ${what} is refused`,
          own.put('/auth/profile', { currentPassword: 'Secret-123', password }),
          400,
          {
            error: 'Invalid profile update.',
            issues: z
              .array(
                z.looseObject({
                  path: z.tuple([z.literal('password')]),
                  message: z.literal('Password does not meet the requirements.'),
                }),
              )
              .min(1),
          },
        ),
      )
    },

    'Password policy: mailed links': async ({ app, anonymous }) => {
      await anonymous.post('/auth/reset', form({ email: 'employee@acme.com' })).answer()
      await deliver(app)
      const token = mailedToken(app)
      return [
        ...Object.entries(weak).map(([what, password]) =>
          says(
            `one that is ${what} is refused`,
            anonymous.post('/auth/reset/confirm', form({ token, password })),
            400,
            exactly({ ok: false, error: 'Invalid request' }),
          ),
        ),
        says(
          'the link is not used up by them',
          anonymous.post('/auth/reset/confirm', form({ token, password: 'Chosen-123' })),
          200,
          { ok: true },
        ),
        says(
          'the login takes any password of six characters',
          anonymous.post('/auth/login', form({ email: 'employee@acme.com', password: 'secret' })),
          401,
          { ok: false },
        ),
      ]
    },
  },
)
