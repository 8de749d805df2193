import { nameText } from '@plinth/core'

/** The name of an account, whoever sets it (decision 80). */
export const AccountName = nameText().max(120)
