import { type Context, sql } from '@plinth/core'
import { User, ConfirmedAddress } from '../entities.ts'
import { toEmailKey } from './email-key.ts'

interface AccountFilter {
  readonly email: string
  /** Default: any tenant. */
  readonly tenantId?: string | undefined
  readonly most: number
}

export interface FoundAccount {
  readonly id: string
  readonly tenantId: string
  readonly passwordHash: string | null
  /** Whether the owner of the address has confirmed it. */
  readonly ownsAddress: boolean
}

/**
 * The accounts with an email address, ignoring case. Those whose owner has confirmed the address come first, so that an account
 * created by somebody else does not hide them, then the oldest.
 */
export function findAccountsByEmail(
  { widenScope }: Pick<Context, 'widenScope'>,
  { email, tenantId, most }: AccountFilter,
): Promise<FoundAccount[]> {
  return widenScope('allTenants', 'find accounts by e-mail', ({ from }) =>
    from(User, 'u')
      .select(['u.id', 'u.tenantId', 'u.passwordHash'])
      .select((eb) =>
        eb
          .exists(
            eb
              .selectFrom(from.table(ConfirmedAddress, 'c'))
              .select('c.id')
              .whereRef('c.tenantId', '=', 'u.tenantId')
              .whereRef('c.userId', '=', 'u.id')
              .whereRef('c.email', '=', 'u.emailKey'),
          )
          .$castTo<boolean>()
          .as('ownsAddress'),
      )
      .where('u.emailKey', '=', toEmailKey(email))
      .$if(tenantId !== undefined, (all) => all.where('u.tenantId', '=', tenantId!))
      .orderBy('ownsAddress', 'desc')
      .orderBy('u.createdAt')
      .orderBy('u.id')
      .limit(sql.lit(most))
      .execute(),
  )
}

/**
 * Whether logging in with an account proves who owns its address: the owner has confirmed it, or there is no other account with
 * the address. Any tenant can create an account with a stranger's address and choose its password.
 */
export async function isOwnersLogin(
  ctx: Pick<Context, 'widenScope'>,
  { ownsAddress }: Pick<FoundAccount, 'ownsAddress'>,
  email: string,
): Promise<boolean> {
  return ownsAddress || (await findAccountsByEmail(ctx, { email, most: 2 })).length === 1
}
