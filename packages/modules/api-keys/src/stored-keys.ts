import type { Scope } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import type { Row, ExpressionBuilder } from '@plinth/core/data'
import type { LookUpContext } from '@plinth/core/security'
import type { InferEntity } from '@mikro-orm/core'
import { ApiKey } from './entities.ts'

/** A key as it authenticates. */
export interface StoredKey {
  readonly id: string
  readonly name: string
  readonly tenantId: string
  /** Where the key is at home; null for a key of the whole tenant. */
  readonly organizationId: string | null
  /** Whether the key keeps to its organization and what is below; only where its creator named it (decision 32). */
  readonly isConfined: boolean
  readonly roleIds: readonly string[]
  /** Null for a key that no person stands behind. */
  readonly createdBy: string | null
  /** The key it was made with; null for one that a person made. */
  readonly createdByKey: string | null
  readonly expiresAt: string | null
}

/** How many keys may have made each other, one after the other. */
export const MAX_KEY_DEPTH = 4

/** The key of a hash; null when there is none, or none any more. One statement, whatever the answer. */
export const findKeyByHash = async (ctx: Pick<LookUpContext, 'lookUp' | 'now'>, keyHash: string) =>
  toLiveKey(ctx, await ctx.lookUp(ApiKey, { keyHash }, LOOK_UP_COLUMNS))

/** The key of an id, as `findKeyByHash`: a super admin's key may have made keys of other tenants. */
export const findKeyById = async (ctx: Pick<LookUpContext, 'lookUp' | 'now'>, id: string) =>
  toLiveKey(ctx, await ctx.lookUp(ApiKey, { id }, LOOK_UP_COLUMNS))

const LOOK_UP_COLUMNS = [
  'id',
  'name',
  'tenantId',
  'organizationId',
  'isConfined',
  'roleIds',
  'createdBy',
  'createdByKey',
  'expiresAt',
  'deletedAt',
] as const

/** The organization that a key keeps to; null for one that its creator confined to none. */
export const boundOf = ({ organizationId, isConfined }: Pick<StoredKey, 'organizationId' | 'isConfined'>) =>
  isConfined ? organizationId : null

function toLiveKey(
  { now }: Pick<LookUpContext, 'lookUp' | 'now'>,
  key: (StoredKey & { readonly deletedAt: string | null }) | null,
): StoredKey | null {
  if (key === null || key.deletedAt !== null) return null
  return key.expiresAt === null || Date.parse(key.expiresAt) > now().getTime() ? key : null
}

/** The keys that a caller may see and delete. Those of the whole tenant are for callers who see all of it. */
export function keyInReach({ organizationIds }: Scope) {
  return ({ eb, and }: ExpressionBuilder<{ readonly k: Row<InferEntity<typeof ApiKey>> }, 'k'>) =>
    and([
      eb('k.deletedAt', 'is', null),
      ...(organizationIds === null ? [] : [eb('k.organizationId', '=', anyOf(organizationIds))]),
    ])
}
