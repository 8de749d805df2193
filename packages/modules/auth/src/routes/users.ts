import { passwordSchema } from '../passwords/password-policy.ts'
import { badInput, type Context, Id, notFound, Ok, PlatformError, post, put, type RouteContext } from '@plinth/core'
import { toIdRefusal } from '@plinth/core/http'
import { organizationOwners, organizationTrees } from '@plinth/directory'
import { z } from 'zod'
import { administer, administerOwner } from '../rights/administered-scope.ts'
import { createUser } from '../commands/create-user.ts'
import { updateUser } from '../commands/update-user.ts'
import { features } from '../contract.ts'
import { countInvitation } from '../invitation-quotas.ts'
import { tryInvitation, UNSENT } from '../invitations.ts'
import { credentials } from '../credentials.ts'
import { EnteredUserFields } from '../users/user-fields.ts'
import { findUser } from '../users/user-rows.ts'

const Password = z.string().max(1024)
const Roles = z.array(z.string().max(200)).max(500)

const { email, ...fields } = EnteredUserFields.shape

const NewUser = z
  .object({
    email,
    password: Password.optional(),
    sendInviteEmail: z.boolean().optional(),
    organizationId: z.uuid().toLowerCase(),
    roles: Roles.optional(),
    ...fields,
  })
  .superRefine(({ password, sendInviteEmail, isActive }, { addIssue }) => {
    if (sendInviteEmail && isActive === false)
      addIssue({ code: 'custom', path: ['sendInviteEmail'], message: 'A deactivated account cannot be invited.' })
    if (password !== undefined || sendInviteEmail) return
    addIssue({ code: 'custom', path: ['password'], message: 'Provide a password or send an invitation.' })
  })

/** POST /auth/users. The tenant is that of the organization. */
export const postUser = post(
  '/auth/users',
  {
    access: features['users.create'],
    runs: createUser,
    summary: 'Create a user with a password, or invite them by email.',
    body: NewUser,
    writesScope: 'organizationId',
    response: Id.extend({ _warning: z.literal(UNSENT).optional() }),
    status: 201,
  },
  async (ctx) => {
    const { sendInviteEmail, password, ...body } = ctx.body
    const tenantId = await tenantOf(ctx, body.organizationId)
    const passwordHash = await hashNewPassword(ctx, { email: body.email, password })
    const isMailed = sendInviteEmail === true && (await isInvitationLeft(ctx, { tenantId, email: body.email }))
    const invite = isMailed ? ctx.request.locale : undefined
    const { id } = await administer(ctx, { tenantId, organizationId: body.organizationId }, ({ run }) =>
      run(createUser, { ...body, passwordHash, invite, isInvitationTried: true }),
    )
    const isSent = invite ? await tryInvitation(ctx, { id, locale: invite }) : !sendInviteEmail
    return isSent ? { id } : { id, _warning: UNSENT }
  },
)

/** Counts an invitation; false if a quota is exceeded. The account is created anyway and can be invited later. */
async function isInvitationLeft(ctx: Context, invited: { readonly tenantId: string; readonly email: string }) {
  try {
    await countInvitation(ctx, invited)
    return true
  } catch (error) {
    if (error instanceof PlatformError && error.status === 429) return false
    throw error
  }
}

/** Super admins may name an organization of any tenant; others may name only those of their own. */
async function tenantOf(
  { actor, scope, inject }: Pick<RouteContext<undefined, undefined, undefined>, 'actor' | 'scope' | 'inject'>,
  organizationId: string,
): Promise<string> {
  const tree = await inject(organizationTrees).of(scope.tenantId)
  if (tree.has(organizationId)) return scope.tenantId
  const owner = actor.isSuperAdmin ? await inject(organizationOwners).of(organizationId) : null
  if (owner === null) throw badInput('Organization not found')
  return owner
}

const UserChanges = z.object({
  id: z.uuid().toLowerCase(),
  email: email.optional(),
  password: Password.optional(),
  organizationId: z.uuid().toLowerCase().optional(),
  roles: Roles.optional(),
  ...fields,
})

export const putUser = put(
  '/auth/users',
  {
    access: features['users.edit'],
    runs: updateUser,
    summary: 'Update the email address, password, organization or roles of a user, or deactivate them.',
    body: UserChanges,
    writesScope: 'organizationId',
    response: Ok,
    errors: [400, 404],
    onInvalid: toIdRefusal('Invalid id'),
  },
  async (ctx) => {
    const { password, ...body } = ctx.body
    const administered = <T>(work: (own: Context) => Promise<T>) =>
      administerOwner(ctx, { table: 'users', id: body.id }, work)
    // Looked up before hashing a password, which is far more expensive.
    const user = password === undefined ? null : await administered((tenantCtx) => findUser(tenantCtx, body.id))
    if (password !== undefined && !user) throw notFound('User')
    const email = body.email ?? user?.email ?? ''
    const passwordHash = await hashNewPassword(ctx, { email, password })
    return administered(({ run }) => run(updateUser, { ...body, passwordHash, locale: ctx.request.locale }))
  },
)

/**
 * Hashes the password for an account with the given address; undefined if none is given. Throws 400 if it violates the policy.
 */
async function hashNewPassword(
  { inject, scope }: Pick<Context, 'inject' | 'scope'>,
  { email, password }: { readonly email: string; readonly password: string | undefined },
): Promise<string | undefined> {
  if (password === undefined) return undefined
  const { policy, passwords, saltOf } = inject(credentials)
  const { error } = passwordSchema(policy).safeParse(password)
  if (!error) return passwords.of(scope.tenantId, { isKnown: true }).hash(password, saltOf(email))
  throw badInput('Invalid input', { details: error.issues.map((issue) => ({ ...issue, path: ['password'] })) })
}
