import type { Context } from '@plinth/core'
import { people } from '@plinth/core/acl'
import { settings } from './settings.ts'

/**
 * The addresses that NOTIFY can reach, by recipient name: people of the tenant by id, email or role, and addresses that the
 * host has configured. There are no other recipients, whoever writes the rule, because the email comes from the platform
 * (decision: Limits per tenant).
 */
export async function addressesOf(
  { inject }: Pick<Context, 'inject'>,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { mailAddresses } = inject(settings)
  const strangers = names.filter((name) => !mailAddresses.includes(name.trim().toLowerCase()))
  const found = strangers.length > 0 ? await inject(people).find(strangers) : new Map()
  return new Map(
    names.map((name) => {
      const holders: readonly { readonly email: string }[] | undefined = found.get(name)
      return [name, holders ? [...new Set(holders.map(({ email }) => email))] : [name.trim()]]
    }),
  )
}
