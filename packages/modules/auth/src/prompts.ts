import { definePrompt } from '@plinth/points'
import { z } from 'zod'
import { features } from './contract.ts'

/** A prompt for reviewing the rights of a role. */
export const reviewRole = definePrompt({
  name: 'auth_review_role',
  title: 'Review a role',
  description: 'Explains what a role may do, and which permissions look excessive.',
  access: features['roles.list'],
  input: z.object({ role: z.string().min(1).describe('Its name') }),
  text: ({ role }) =>
    `Look up the role named "${role}". Explain in plain words what whoever has it may do, and name what looks like ` +
    'more than its name promises. Change nothing.',
})
