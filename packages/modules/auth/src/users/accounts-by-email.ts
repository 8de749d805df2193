import { type Context, sql } from '@plinth/core'
import { User, ConfirmedAddress } from '../entities.ts'

interface AccountFilter {
  readonly email: string
  /** Default: any tenant. */
  readonly tenantId?: string | undefined
  readonly most: number
}

export interface FoundAccount {
  readonly id: string
  readonly passwordHash: string | null
  /** Whether its owner has confirmed the address. */
  readonly ownsAddress: boolean
}

/**
 * The accounts with an e-mail, in any spelling of upper and lower case. Those whose owner has confirmed the address come
 * first, so that no account that somebody else made hides them; then the oldest.
 */
export function findAccountsByEmail(
  { asSystem }: Pick<Context, 'asSystem'>,
  { email, tenantId, most }: AccountFilter,
): Promise<FoundAccount[]> {
  return asSystem('find accounts by e-mail', ({ from }) =>
    from(User, 'u')
      .select(['u.id', 'u.passwordHash'])
      .select((eb) =>
        eb
          .exists(
            eb
              .selectFrom(from.table(ConfirmedAddress, 'c'))
              .select('c.id')
              .whereRef('c.tenantId', '=', 'u.tenantId')
              .whereRef('c.userId', '=', 'u.id')
              .where((of) => of('c.email', '=', of.fn<string>('lower', ['u.email']))),
          )
          .$castTo<boolean>()
          .as('ownsAddress'),
      )
      .where((eb) => eb(eb.fn<string>('lower', ['u.email']), '=', email.trim().toLowerCase()))
      .$if(tenantId !== undefined, (all) => all.where('u.tenantId', '=', tenantId!))
      .orderBy('ownsAddress', 'desc')
      .orderBy('u.createdAt')
      .orderBy('u.id')
      .limit(sql.lit(most))
      .execute(),
  )
}

/**
 * Whether a login with an account says who owns its address: the owner has confirmed it, or nobody else has an account with
 * it. Any tenant can make an account with the address of a stranger, and choose its password.
 */
export async function isOwnersLogin(
  ctx: Pick<Context, 'asSystem'>,
  { ownsAddress }: Pick<FoundAccount, 'ownsAddress'>,
  email: string,
): Promise<boolean> {
  return ownsAddress || (await findAccountsByEmail(ctx, { email, most: 2 })).length === 1
}
