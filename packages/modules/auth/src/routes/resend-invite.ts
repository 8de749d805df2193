import { badInput, conflict, forbidden, notFound, Ok, post, refused, type RouteContext } from '@plinth/core'
import { z } from 'zod'
import { sendPasswordLink } from '../commands/send-password-link.ts'
import { features } from '../contract.ts'
import { User } from '../entities.ts'
import { countInvitation } from '../invitation-quotas.ts'
import { tryInvitation, UNSENT } from '../invitations.ts'
import { rateLimits } from '../rate-limits.ts'

const InviteBody = z.object({ id: z.uuid() })

/**
 * POST /auth/users/resend-invite. Checks in the published order: 429, 422, 404, 403, 409. 400 is for a body that cannot be
 * parsed.
 */
export const resendInvite = post(
  '/auth/users/resend-invite',
  {
    operation: 'resendInvitation',
    access: features['users.create'],
    summary: 'Resend the invitation to a user who has not set a password yet.',
    body: InviteBody,
    response: Ok.extend({ warning: z.literal(UNSENT).optional() }),
    errors: [400, 403, 404, 409, 422],
    rateLimits: rateLimits.invite,
    onInvalid: (error) => {
      const isOfBody = error.issues.some(({ path }) => path.length === 0)
      return (isOfBody ? badInput : refused)('Validation failed', { fieldErrors: z.flattenError(error).fieldErrors })
    },
  },
  async (ctx) => {
    const { body, actor, request, actAs } = ctx
    const { id: userId } = body
    const user = await findInvited(ctx, userId)
    if (!user) throw notFound('User')
    const { tenantId, organizationId, passwordHash, email } = user
    if (!mayReach(ctx, user)) throw forbidden()
    if (passwordHash !== null) throw conflict('User already has a password')
    if (!user.isActive) throw conflict('User is deactivated')
    await countInvitation(ctx, { tenantId, email })
    const scope = { tenantId, organizationId, organizationIds: actor.allowedOrganizationIds }
    await actAs({ actor, scope, reason: 'invite in the tenant of the user' }, ({ run }) =>
      run(sendPasswordLink, { userId, kind: 'invitation', locale: request.locale }),
    )
    const isSent = await tryInvitation(ctx, { id: userId, locale: request.locale })
    return isSent ? { ok: true as const } : { ok: true as const, warning: UNSENT }
  },
)

type InviteContext = RouteContext<undefined, undefined, typeof InviteBody>

interface InvitedUser {
  readonly tenantId: string
  readonly organizationId: string | null
  readonly passwordHash: string | null
  readonly email: string
  readonly isActive: boolean
}

/**
 * Any account for super admins, otherwise one of the caller's tenant in any organization: other organizations are answered with
 * 403, not 404.
 */
async function findInvited({ actor, widenScope, scope }: InviteContext, id: string): Promise<InvitedUser | null> {
  const user = await widenScope('allTenants', 'find an invited user', ({ findUnique }) =>
    findUnique(User, { id }, ['tenantId', 'organizationId', 'passwordHash', 'email', 'isActive']),
  )
  return user && (actor.isSuperAdmin || user.tenantId === scope.tenantId) ? user : null
}

function mayReach({ actor }: InviteContext, { organizationId }: InvitedUser): boolean {
  const { isSuperAdmin, allowedOrganizationIds } = actor
  return (
    isSuperAdmin ||
    allowedOrganizationIds === null ||
    (organizationId !== null && allowedOrganizationIds.includes(organizationId))
  )
}
