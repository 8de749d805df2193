import { hasAccess } from '../acl/grants.ts'
import { concerns } from '../acl/row-policies.ts'
import { type Access, type Actor, featuresOf } from '../define/access.ts'
import type { Context } from '../define/context.ts'
import { composition } from '../define/module.ts'
import { entityTables } from '../define/service.ts'
import { rowPolicies } from './row-policies.ts'

/**
 * Whether an actor has a right to read records of a kind: one of the routes that read them, or a feature of their module if no route
 * declares that it reads them. Whoever administers rights may have none.
 */
export function mayReadKind({ inject }: Pick<Context, 'inject'>, actor: Actor, asked: string): boolean {
  if (actor.isSuperAdmin || actor.kind === 'system') return true
  const kind = inject(rowPolicies).recordKindOf(asked)
  const accesses: readonly Access[] = inject(composition).modules.flatMap(({ routes = [] }) =>
    routes.flatMap(({ method, spec: { reads, access } }) => {
      const isReading = method === 'GET' && (typeof reads === 'string' ? reads : reads?.kind) === kind
      // What every account may read is no right to read the others.
      return isReading && featuresOf(access).length > 0 ? [access] : []
    }),
  )
  return accesses.length === 0 ? concerns(actor.grants.list, kind) : accesses.some((access) => hasAccess(actor, access))
}

/** Whether an actor has a right to read the records in a table. Tables that no command writes as records hold none. */
export function mayReadTable({ inject }: Pick<Context, 'inject'>, actor: Actor, table: string): boolean {
  const tables = inject(entityTables)
  const kinds = inject(composition).modules.flatMap(({ commands = [] }) =>
    commands.flatMap(({ resource, entity }) =>
      resource !== undefined && entity && tables.tableOf(entity) === table ? [resource] : [],
    ),
  )
  return kinds.length === 0 || kinds.some((kind) => mayReadKind({ inject }, actor, kind))
}
