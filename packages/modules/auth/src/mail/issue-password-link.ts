import { defineCommand } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { PasswordToken } from '../entities.ts'
import { revokePasswordLinks } from '../password-links.ts'

/** Activates a mailed link and revokes earlier ones of the account. Only the hash of its token is stored. */
export const issuePasswordLink = defineCommand({
  id: 'auth.passwords.issue-link',
  label: 'Issue password link',
  access: features['users.create'],
  undoable: false,
  resource: 'auth.user',
  input: z.object({ userId: z.uuid(), tokenHash: z.string(), minutes: z.number().int().positive() }),
  output: z.object({}),
  target: ({ input }) => ({ id: input.userId }),
  async run(ctx) {
    const { input, from, now } = ctx
    await revokePasswordLinks(ctx, input.userId)
    await from.create(PasswordToken, {
      userId: input.userId,
      tokenHash: input.tokenHash,
      expiresAt: new Date(now().getTime() + input.minutes * 60_000),
    })
    return {}
  },
})
