import { accountKeepers } from '@plinth/points'
import { ScimUser } from './entities.ts'

/** The provider renames the accounts that it provisions, so sign-ins do not. */
export const keptAccounts = accountKeepers.of({
  id: 'scim.users',
  async keeps({ from }, userId) {
    const kept = await from(ScimUser, 's')
      .select('s.id')
      .where('s.userId', '=', userId)
      .where('s.deletedAt', 'is', null)
      .executeTakeFirst()
    return kept !== undefined
  },
})
