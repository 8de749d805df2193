import { emailAddress, input, nameText } from '@plinth/core'
import { User } from '../entities.ts'
import { MAX_ACCOUNT_NAME } from './account-name.ts'

/** The name of an account, whoever sets it (decision: Length of names). */
const AccountName = nameText().max(MAX_ACCOUNT_NAME)

/** The properties of an account that administrators set directly. */
export const UserFields = input(User, ['email', 'name', 'isActive']).extend({
  email: emailAddress().max(320),
  name: AccountName.nullish(),
})

/** The same properties as entered by people: an empty name is rejected. */
export const EnteredUserFields = UserFields.extend({ name: AccountName.trim().min(1).nullish() })
