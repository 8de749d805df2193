import { composition, type Context } from '@plinth/core'

interface MetaParts {
  readonly type: 'User' | 'Group'
  readonly id: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly version: string
}

/** The address of a resource. */
export const locationOf = ({ inject }: Pick<Context, 'inject'>, type: 'User' | 'Group', id: string) =>
  `${inject(composition).origin}/api/scim/v2/${type}s/${id}`

export const metaOf = (ctx: Pick<Context, 'inject'>, { type, id, createdAt, updatedAt, version }: MetaParts) => ({
  resourceType: type,
  created: createdAt,
  lastModified: updatedAt,
  location: locationOf(ctx, type, id),
  version,
})
