import { kinds } from '../texts/late/kinds.ts'
import { config } from './config.ts'
import { memberName, textIn } from './i18n.ts'

/** What records of a kind are called: `auth.role_acl` as "Rights of a role", and those of a product by their page or their name. */
export function kindName(kind: string): string {
  const known = kinds(kind as Parameters<typeof kinds>[0])
  if (known !== kind) return known
  const page = config.pages.find((one) => one.kind === kind)
  return page ? textIn(page.recordName ?? page.title) : memberName(kind.split('.').slice(1).join(' ') || kind)
}
