import { type Access, featuresOf } from '@plinth/core/acl'

/** Something that MCP clients call by name, with access control. */
interface Callable {
  readonly name: string
  readonly access: Access
}

/** Validation shared by these extension points. */
export const callable = {
  features: ({ access }: Callable) => featuresOf(access),
  check({ name, access }: Callable): string | undefined {
    if (!/^[\w-]{1,64}$/.test(name)) return "must have a name of at most 64 letters, digits, '_' and '-'"
    if (access === undefined || (Array.isArray(access) && access.length === 0))
      return 'does not declare who may use it; set `access: signedIn` if everybody may'
    return undefined
  },
}
