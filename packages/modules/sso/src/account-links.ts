import { accountLinks } from '@plinth/points'
import { sql } from '@plinth/core'
import { domainOf } from './connections.ts'
import { SsoConnection, SsoDomain, SsoIdentity } from './entities.ts'

/**
 * Accounts of people who sign in through an active connection that has proven the domain of their address. Those for emergencies are
 * the administrators' own.
 */
export const linkedAccounts = accountLinks.of({
  id: 'sso.identities',
  async isLinked({ from }, { userId, email }) {
    const domain = domainOf(email)
    if (domain === null) return false
    const link = await from(SsoIdentity, 'i')
      .innerJoin(from.table(SsoConnection, 'c'), 'c.id', 'i.connectionId')
      .innerJoin(from.table(SsoDomain, 'd'), 'd.connectionId', 'c.id')
      .select('i.id')
      .where('i.userId', '=', userId)
      .where('c.isActive', '=', true)
      .where('d.verifiedDomain', '=', domain)
      .limit(1)
      .executeTakeFirst()
    if (!link) return false
    const emergency = await from(SsoConnection, 'c')
      .select('c.id')
      .where(sql<boolean>`${userId}::uuid = any (${sql.ref('c.breakGlassUserIds')})`)
      .limit(1)
      .executeTakeFirst()
    return emergency === undefined
  },
})
