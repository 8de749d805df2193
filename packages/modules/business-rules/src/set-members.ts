import { type CommandContext, type Context, sql } from '@plinth/core'
import type { Declared, SqlBool } from '@plinth/core/data'
import { z } from 'zod'
import { BusinessRule, RuleSet, RuleSetMember } from './entities.ts'
import { INVALID_SET_ID, memberNotFound } from './errors.ts'

/** The set id in the path. */
export const InSet = z.object({ id: z.uuid(INVALID_SET_ID).toLowerCase() })

/** The target under which the action log files changes of a member. */
export const toMemberTarget = ({ setId, memberId }: { readonly setId: string; readonly memberId: string }) => ({
  id: memberId,
  parent: { kind: 'business_rules.set', id: setId },
})

/** A member of a set that the caller may access, locked; 404 for members of other sets. */
export const lockMember = ({ from }: CommandContext, setId: string, id: string) =>
  from.lock(RuleSetMember, { id, setId }, memberNotFound)

/** Conditions on members `alias`, if policies hide rules or sets: both are visible. */
export const ofVisibleRules = ({ from }: Pick<Context, 'from'>, alias: string) => {
  const isThere = (entity: Declared, column: string) =>
    sql<SqlBool>`exists (select from ${from.table(entity, 'd')} where d.id = ${sql.ref(`${alias}.${column}`)})`
  return [
    ...(from.isRestricted(BusinessRule) ? [isThere(BusinessRule, 'rule_id')] : []),
    ...(from.isRestricted(RuleSet) ? [isThere(RuleSet, 'set_id')] : []),
  ]
}
