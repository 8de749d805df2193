import { badInput, type CommandContext, sql } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import { ListView } from '../entities.ts'
import { isOfRoles } from './seen-by.ts'

interface Default {
  readonly list: string
  /** Of whom the list opens with it; null for everybody. */
  readonly roleIds: readonly string[] | null
}

/**
 * Throws 400 if a list opens with another view already, for everybody or for one of these roles. Views with these ids do not count. Of
 * several requests at once, the first one that gets here wins, and the others see its view.
 */
export async function assertOnlyDefault(
  { from, db, scope }: Pick<CommandContext, 'from' | 'db' | 'scope'>,
  { list, roleIds }: Default,
  except: readonly string[],
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`auth.default_view ${scope.tenantId} ${list}`}, 0))`.execute(
    db,
  )
  const other = await from(ListView, 'v')
    .select('v.name')
    .where('v.list', '=', list)
    .where('v.isShared', '=', true)
    .where('v.isDefault', '=', true)
    .where((eb) => eb.not(eb('v.id', '=', anyOf(except))))
    .where((eb) => (roleIds ? isOfRoles(roleIds) : eb('v.roleIds', 'is', null)))
    .orderBy('v.name')
    .limit(1)
    .executeTakeFirst()
  if (other)
    throw badInput(`The list opens with “${other.name}” already`, {
      fieldErrors: { isDefault: `Taken by “${other.name}”` },
    })
}
