import { input, nameText } from '@plinth/core'
import { z } from 'zod'
import { User } from '../entities.ts'

/** The name of an account, whoever sets it (decision 80). */
const AccountName = nameText().max(120)

/** The members of an account that administrators set as they are. */
export const UserFields = input(User, ['email', 'name', 'isActive']).extend({
  email: z.email().max(320),
  name: AccountName.nullish(),
})

/** The same where people enter them: an empty name is refused. */
export const EnteredUserFields = UserFields.extend({ name: AccountName.trim().min(1).nullish() })
