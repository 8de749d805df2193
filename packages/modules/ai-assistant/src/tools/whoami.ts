import { defineTool } from '@plinth/points'
import { z } from 'zod'
import { features } from '../contract.ts'

/** The published tool that tells a model on whose behalf it acts. */
export const whoami = defineTool({
  name: 'context_whoami',
  title: 'Who am I',
  description: 'Tells for whom you work: tenant, organization, user, and what they are allowed to do.',
  access: features.view,
  input: z.object({}),
  output: z.object({
    tenantId: z.string(),
    organizationId: z.string().nullable(),
    userId: z.string().nullable(),
    isSuperAdmin: z.boolean(),
    features: z.array(z.string()),
    featureCount: z.number().int(),
  }),
  run({ actor, scope }) {
    const granted = [...actor.grants.list]
    return {
      tenantId: scope.tenantId,
      organizationId: scope.organizationId,
      userId: actor.userId,
      isSuperAdmin: actor.isSuperAdmin,
      features: granted,
      featureCount: granted.length,
    }
  },
})
