import { features, toEmailKey, User } from '@plinth/auth'
import { composition, type Context, sql } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import { z } from 'zod'
import { isReadable, type RecordKind } from './target.ts'

/** Accounts, which cells can name by their address. They are not imported: they are invited. */
const accounts: RecordKind = {
  id: 'auth.user',
  entity: User,
  read: features['users.list'],
  shapes: { create: { email: z.string().transform(toEmailKey) }, update: {} },
  extension: undefined,
  keys: { email: 'emailKey' },
  // As in the list of accounts: those without an organization are hidden from callers who are confined to some.
  isVisible: ({ actor, scope: { organizationIds } }) =>
    actor.isSuperAdmin || organizationIds === null
      ? sql`true`
      : sql`${sql.ref('r.organizationId')} = ${anyOf(organizationIds)}`,
}

/** The kind of accounts; undefined on a platform without them. */
export const accountsOf = ({ inject }: Pick<Context, 'inject'>): RecordKind | undefined =>
  inject(composition).modules.some(({ entities }) => entities?.includes(User)) ? accounts : undefined

/** The same, for a caller who may look accounts up. */
export function readableAccounts(ctx: Pick<Context, 'inject' | 'actor'>): RecordKind | undefined {
  const kind = accountsOf(ctx)
  return kind && isReadable(ctx, kind) ? kind : undefined
}
