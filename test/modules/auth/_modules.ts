import { auth, type AuthOptions } from '@plinth/auth'
import { directory } from '@plinth/directory'
import { argon2 } from '../../_setup/cheap-passwords.ts'

const secret = 'a secret for tokens that is long enough'

/** What accounts need, with passwords that cost next to nothing. */
export const accountModules = (wishes: Partial<AuthOptions> = {}) => [directory, auth({ secret, argon2, ...wishes })]
