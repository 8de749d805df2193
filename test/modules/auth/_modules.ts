import { auth, type AuthOptions } from '@plinth/auth'
import { directory } from '@plinth/directory'

const secret = 'a secret for tokens that is long enough'
const argon2 = { memory: 64, iterations: 1, parallelism: 1 }

/** What accounts need, with passwords that cost next to nothing. */
export const accountModules = (wishes: Partial<AuthOptions> = {}) => [directory, auth({ secret, argon2, ...wishes })]
