import { badInput, type Context } from '@plinth/core'
import { passwordSchema } from '@plinth/core/security'
import { credentials } from './credentials.ts'

/** Hashes a password that the account of an address is to have; undefined stays so. Throws 400 when it breaks the policy. */
export async function hashNewPassword(
  { inject, scope }: Pick<Context, 'inject' | 'scope'>,
  { email, password }: { readonly email: string; readonly password: string | undefined },
): Promise<string | undefined> {
  if (password === undefined) return undefined
  const { policy, passwords, saltOf } = inject(credentials)
  const { error } = passwordSchema(policy).safeParse(password)
  if (!error) return passwords.of(scope.tenantId).hash(password, saltOf(email))
  throw badInput('Invalid input', { details: error.issues.map((issue) => ({ ...issue, path: ['password'] })) })
}
