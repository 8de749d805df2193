import { composition, type Context } from '@plinth/core'
import { fieldPolicies, rowPolicies } from '@plinth/core/acl'
import { CUSTOM_PREFIX, findCustomRecords, kindOfEntity } from '@plinth/core/data'
import { fieldsRead, fieldsUsed, findRulePoint } from '@plinth/core/rules'
import { fieldUses, MOST_USES } from '@plinth/points'
import { BusinessRule } from './entities.ts'
import { fieldNamesOf } from './rule-points.ts'

/** The fields that rules test and set, with whoever saved the rule last. */
export const ruleFieldUses = fieldUses.of({
  id: 'business_rules.rules',
  async find({ from, inject }) {
    const rules = await from(BusinessRule, 'r')
      .select(['r.id', 'r.ruleName', 'r.entityType', 'r.createdBy', 'r.updatedBy', 'r.conditionExpression'])
      .select(['r.successActions', 'r.failureActions'])
      .where('r.deletedAt', 'is', null)
      .orderBy('r.id')
      .limit(MOST_USES)
      .execute()
    const uses = []
    for (const { id, ruleName, entityType, createdBy, updatedBy, ...rule } of rules) {
      const { conditionExpression, successActions, failureActions } = rule
      const of = kindOf({ inject }, entityType)
      const paths = [...fieldsRead(conditionExpression), ...fieldsUsed(successActions), ...fieldsUsed(failureActions)]
      const names = new Set(paths.map(nameIn))
      // What a rule is given besides the properties of records, such as sums, is no field of theirs.
      const given = new Set(await fieldNamesOf({ inject }, entityType))
      const known = inject(fieldPolicies).namesOf(of)
      const isField = (name: string) =>
        name.startsWith(CUSTOM_PREFIX) || known.has(name) || !given.has(name.split('.')[0]!)
      uses.push({
        kind: 'business_rules.rule',
        id,
        name: ruleName,
        userId: updatedBy ?? createdBy,
        of: [of],
        fields: [...names].filter(isField),
      })
    }
    return uses
  },
})

/** A path as policies name the field: `price` for `before.price`, `items.price` for `items.0.price`. */
const nameIn = (path: string) =>
  path
    .replace(/^before\./, '')
    .split('.')
    .filter((part) => !/^\d+$/.test(part))
    .slice(0, 2)
    .join('.')

function kindOf({ inject }: Pick<Context, 'inject'>, entityType: string): string {
  const { modules } = inject(composition)
  const entity = findRulePoint(modules, entityType)?.entity
  const compiler = inject(rowPolicies)
  const named = entity && compiler.kinds.find((kind) => compiler.entityOf(kind) === entity)
  const records = findCustomRecords(modules)
  const own = entityType.replace(':', '.')
  return named ?? (records && !compiler.kinds.includes(own) ? kindOfEntity(records, entityType) : own)
}
