import { administer } from '@plinth/auth'
import { type Actor, badInput, del, post, type Scope, nameText } from '@plinth/core'
import { z } from 'zod'
import { createKey, NewKey } from '../commands/create-key.ts'
import { deleteKey } from '../commands/delete-key.ts'
import { features } from '../contract.ts'
import { ExpiryDate } from '../expiry-date.ts'
import { assertTenant } from '../tenant-context.ts'

const KeyBody = z.object({
  name: nameText().min(1).max(120),
  description: z.string().max(1000).nullish(),
  tenantId: z.uuid().toLowerCase().nullish(),
  organizationId: z.uuid().toLowerCase().nullish(),
  roles: z.array(z.string().trim().min(1).max(200)).max(100).default([]),
  expiresAt: ExpiryDate,
})

/** POST /api_keys/keys, section 3.3. Without an organization the key is for the one that the caller works in. */
export const postKey = post(
  '/api_keys/keys',
  {
    access: features.create,
    runs: createKey,
    summary: 'Create an API key; the answer is the only one that shows its secret.',
    body: KeyBody,
    response: NewKey,
    status: 201,
  },
  async (ctx) => {
    const { body, actor, scope, now } = ctx
    const { name, description = null, roles, expiresAt } = body
    assertTenant(scope)
    if (expiresAt !== null && expiresAt <= now()) throw badInput('The expiry date is in the past')
    const tenantId = body.tenantId ?? scope.tenantId
    const organizationId = body.organizationId ?? organizationOf(actor, { ...scope, tenantId }, scope)
    return administer(ctx, { tenantId }, ({ run }) =>
      run(createKey, { name, description, roles, organizationId, expiresAt: expiresAt?.toISOString() ?? null }),
    )
  },
)

/** What the caller has selected there, else where they are at home there, else all of the tenant. */
function organizationOf(actor: Actor, { tenantId }: Scope, selected: Scope): string | null {
  const here = tenantId === selected.tenantId ? selected.organizationId : null
  return here ?? (tenantId === actor.homeTenantId ? actor.homeOrganizationId : null)
}

/** DELETE /api_keys/keys, section 3.4. */
export const deleteKeyById = del(
  '/api_keys/keys',
  {
    access: features.delete,
    runs: deleteKey,
    summary: 'Revoke an API key, at once and everywhere.',
    query: deleteKey.input,
    response: deleteKey.output,
    errors: [400, 404],
    onInvalid: () => badInput('ID is required'),
  },
  (ctx) => administer(ctx, ctx.scope, ({ run }) => run(deleteKey, ctx.query)),
)
