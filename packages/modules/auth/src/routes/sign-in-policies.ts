import { get, put } from '@plinth/core'
import { z } from 'zod'
import { saveSignInPolicy } from '../commands/save-sign-in-policy.ts'
import { features } from '../contract.ts'
import { SignInPolicy } from '../entities.ts'

/** GET /auth/policies: the policy of the whole tenant first. */
export const listPolicies = get(
  '/auth/policies',
  {
    operation: 'listSignInPolicies',
    access: features['policies.manage'],
    summary: 'List the sign-in policies of the organization: those for all users and those for roles.',
    response: z.object({
      items: z.array(
        z.object({
          id: z.uuid(),
          roleId: z.uuid().nullable(),
          secondFactor: z.enum(['off', 'optional', 'required']),
          graceDays: z.int(),
          requiredSince: z.string().nullable(),
          idleMinutes: z.int().nullable(),
          lifetimeHours: z.int().nullable(),
          updatedAt: z.string(),
        }),
      ),
    }),
  },
  async ({ from }) => {
    const items = await from(SignInPolicy, 'p')
      .select(['p.id', 'p.roleId', 'p.secondFactor', 'p.graceDays', 'p.requiredSince', 'p.idleMinutes'])
      .select(['p.lifetimeHours', 'p.updatedAt'])
      .orderBy((eb) => eb('p.roleId', 'is not', null))
      .orderBy('p.roleId')
      .limit(MOST)
      .execute()
    return { items }
  },
)

/** A policy per role, and a tenant has fewer roles than that. */
const MOST = 1_000

export const putPolicy = put('/auth/policies', saveSignInPolicy, {
  summary: 'Update a sign-in policy of the organization.',
  errors: [400],
})
