import type { Scope } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import type { Row, ExpressionBuilder } from '@plinth/core/data'
import type { LookUpContext } from '@plinth/core/security'
import type { InferEntity } from '@mikro-orm/core'
import { ApiKey } from './entities.ts'

/** A key as loaded for authentication. */
export interface StoredKey {
  readonly id: string
  readonly name: string
  readonly tenantId: string
  /** The home of the key; null for a key of the whole tenant. */
  readonly organizationId: string | null
  /**
   * Whether the key is confined to its organization and those below it, which is the case only if its creator named it
   * (decision: API keys).
   */
  readonly isConfined: boolean
  readonly roleIds: readonly string[]
  /** Null for a key that does not belong to a person. */
  readonly createdBy: string | null
  /** The key it was created with; null if a person created it. */
  readonly createdByKey: string | null
  /** Set for a key that acts as a service account. */
  readonly serviceAccountId: string | null
  readonly expiresAt: string | null
  readonly keyHash: string
}

/** Maximum length of a chain of keys created by each other. */
export const MAX_KEY_DEPTH = 4

/** Finds a key by the forms of its hash; null if it does not exist or is no longer valid. Always one statement. */
export const findKeyByHash = async (ctx: Pick<LookUpContext, 'widenScope' | 'now'>, keyHash: readonly string[]) =>
  toLiveKey(
    ctx,
    await ctx.widenScope('allTenants', 'find an API key', ({ findUnique }) =>
      findUnique(ApiKey, { keyHash }, LOOK_UP_COLUMNS),
    ),
  )

/** Finds a key by its id, like `findKeyByHash`: a super admin's key may have created keys in other tenants. */
export const findKeyById = async (ctx: Pick<LookUpContext, 'widenScope' | 'now'>, id: string) =>
  toLiveKey(
    ctx,
    await ctx.widenScope('allTenants', 'find an API key', ({ findUnique }) =>
      findUnique(ApiKey, { id }, LOOK_UP_COLUMNS),
    ),
  )

const LOOK_UP_COLUMNS = [
  'id',
  'name',
  'tenantId',
  'organizationId',
  'isConfined',
  'roleIds',
  'createdBy',
  'createdByKey',
  'serviceAccountId',
  'expiresAt',
  'deletedAt',
  'keyHash',
] as const

/** The organization that a key is confined to; null if there is none. */
export const boundOf = ({ organizationId, isConfined }: Pick<StoredKey, 'organizationId' | 'isConfined'>) =>
  isConfined ? organizationId : null

function toLiveKey(
  { now }: Pick<LookUpContext, 'widenScope' | 'now'>,
  key: (StoredKey & { readonly deletedAt: string | null }) | null,
): StoredKey | null {
  if (key === null || key.deletedAt !== null) return null
  return key.expiresAt === null || Date.parse(key.expiresAt) > now().getTime() ? key : null
}

/**
 * The keys that a caller may see and delete. Those of the whole tenant require a caller who sees the whole tenant in `scope` or,
 * for keys of service accounts, in spite of the organization that is selected: `hasTenant`.
 */
export function keyInReach({ organizationIds }: Scope, hasTenant = false) {
  return ({ eb, and, or }: ExpressionBuilder<{ readonly k: Row<InferEntity<typeof ApiKey>> }, 'k'>) =>
    and([
      eb('k.deletedAt', 'is', null),
      ...(organizationIds === null
        ? []
        : [
            or([
              eb('k.organizationId', '=', anyOf(organizationIds)),
              ...(hasTenant
                ? [and([eb('k.organizationId', 'is', null), eb('k.serviceAccountId', 'is not', null)])]
                : []),
            ]),
          ]),
    ])
}
