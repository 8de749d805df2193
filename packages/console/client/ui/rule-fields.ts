import { config } from '../lib/config.ts'
import { useData } from '../lib/data.ts'
import type { Entity } from '../lib/definitions.ts'
import { visible } from '../lib/format.ts'
import { nameOf } from '../lib/records.ts'
import type { RuleEntity, RuleField } from '../lib/rules.ts'
import { may } from '../lib/session.ts'
import type { Listed, Row } from '../lib/types.ts'
import { choosing, useCustomFields } from './custom-fields.tsx'

/** An entity whose values are chosen as its forms let people choose them. */
export function useChosenFields(entity: RuleEntity | undefined): RuleEntity | undefined {
  const defined = useCustomFields(entity?.definedFor)
  const { choices = {} } = config.pages.find(({ kind }) => kind?.replace('.', ':') === entity?.entityType) ?? {}
  return (
    entity && {
      ...entity,
      fields: entity.fields.map((field) => ({ ...withChoice(field, defined), choiceLabels: choices[field.name] })),
    }
  )
}

function withChoice(field: RuleField, defined: ReturnType<typeof useCustomFields>): RuleField {
  const custom = defined.find(({ key }) => field.name === `cf_${key}`)
  // A day is typed as any other.
  if (!custom || custom.kind === 'date' || !choosing(custom, true)) return field
  return { ...field, choose: (isList) => choosing(custom, isList) }
}

/** What records of an entity are called. */
export function useRecordName(entity: RuleEntity | undefined): (row: Row) => string {
  const isCustom = entity?.source === 'custom' && may('entities.definitions.view')
  const entities = useData<Listed<Entity>>(isCustom ? '/entities/entities' : null).data?.items
  const label = entities?.find(({ entityId }) => entityId === entity?.entityType)?.labelField ?? 'name'
  return (row) => visible(String(row[label] ?? row['fileName'] ?? nameOf(row)), 80)
}
