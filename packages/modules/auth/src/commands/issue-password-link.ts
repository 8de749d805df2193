import { defineCommand, randomToken } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { credentials } from '../credentials.ts'
import { PasswordToken } from '../entities.ts'
import { revokePasswordLinks } from '../password-links.ts'

/** Makes the token of a mailed link; earlier ones of the account stop working. Only its hash is stored (section 7.3). */
export const issuePasswordLink = defineCommand({
  id: 'auth.passwords.issue-link',
  label: 'Issue password link',
  access: features['users.create'],
  undoable: false,
  resource: 'auth.user',
  input: z.object({ userId: z.uuid(), minutes: z.number().int().positive() }),
  output: z.object({ token: z.string() }),
  target: ({ input }) => ({ id: input.userId }),
  async run(ctx) {
    const { input, em, get, now } = ctx
    const token = randomToken()
    await revokePasswordLinks(ctx, input.userId)
    em.create(PasswordToken, {
      userId: input.userId,
      tokenHash: get(credentials).hash(token),
      expiresAt: new Date(now().getTime() + input.minutes * 60_000),
    })
    return { token }
  },
})
