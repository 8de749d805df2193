import { EntitySchema, Utils } from '@mikro-orm/core'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brokenSetup } from '../../errors.ts'

/**
 * Throws for an entity declared with another copy of `@mikro-orm/core`. If a product depends on a caret range of it, npm installs
 * a second copy beside the exact version that Plinth depends on. Their classes are unrelated: to one copy, an entity of the other
 * has no properties.
 */
export function assertSameOrm(entity: unknown): void {
  if (entity instanceof EntitySchema || !isEntitySchema(entity)) return
  const own = Utils.getORMVersion()
  const other = installedVersion()
  throw brokenSetup(
    `Entity '${entity.meta.className}' is declared with a different copy of @mikro-orm/core` +
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

/** The version that the product's own files import; undefined if it cannot be determined. */
function installedVersion(): string | undefined {
  try {
    const require = createRequire(join(process.cwd(), 'package.json'))
    return (require('@mikro-orm/core/package.json') as { readonly version: string }).version
  } catch {
    return undefined
  }
}
