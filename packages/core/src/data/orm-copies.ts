import { EntitySchema, Utils } from '@mikro-orm/core'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brokenSetup } from '../errors.ts'

/**
 * Refuses an entity that another copy of `@mikro-orm/core` has declared. A caret range in a product beside the exact version
 * that Plinth depends on makes npm install two of them, whose classes know nothing of each other: an entity of one has no
 * properties for the other.
 */
export function assertSameOrm(entity: unknown): void {
  if (entity instanceof EntitySchema || !isEntitySchema(entity)) return
  const own = Utils.getORMVersion()
  const other = installedVersion()
  throw brokenSetup(
    `Entity '${entity.meta.className}' is declared with another copy of @mikro-orm/core` +
      `${other === undefined || other === own ? '' : ` (${other})`} than the one that Plinth uses (${own}). ` +
      `Install exactly that version, once: npm install --save-exact @mikro-orm/core@${own}`,
  )
}

const isEntitySchema = (entity: unknown): entity is { readonly meta: { readonly className: string } } =>
  typeof entity === 'object' &&
  entity !== null &&
  entity.constructor.name === EntitySchema.name &&
  'meta' in entity &&
  typeof entity.meta === 'object'

/** The version that the product's own files import; undefined where that cannot be found out. */
function installedVersion(): string | undefined {
  try {
    const require = createRequire(join(process.cwd(), 'package.json'))
    return (require('@mikro-orm/core/package.json') as { readonly version: string }).version
  } catch {
    return undefined
  }
}
