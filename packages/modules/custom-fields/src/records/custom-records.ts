import type { Context } from '@plinth/core'
import { fieldPolicies, type FieldRights } from '@plinth/core/acl'
import { CUSTOM_PREFIX, type CustomFields, type CustomRecords, kindOfEntity } from '@plinth/core/data'
import { features } from '../contract.ts'
import { EntityRecord } from '../entities.ts'

/** The kind of records of custom entities in the log. */
export const RECORD = 'entities.record'

const entity = EntityRecord as CustomRecords['entity']

/** Records of custom entities: each entity is a kind by itself for policies. */
export const customRecords: CustomRecords = {
  kind: RECORD,
  entity,
  of: 'entityId',
  read: [features['records.view']],
  shared: {
    kind: RECORD,
    title: 'Record',
    table: EntityRecord.meta.tableName,
    entity,
    access: features['records.manage'],
  },
}

/** What the caller may do with the fields of a custom entity; undefined if none is restricted. */
export const rightsOf = (
  { inject, actor }: Pick<Context, 'inject' | 'actor'>,
  entityId: string,
): FieldRights | undefined => actor.layers && inject(fieldPolicies).ofKind(actor, kindOfEntity(customRecords, entityId))

/** Whether the caller may read a field, by its key. */
export const mayRead = (rights: FieldRights | undefined, key: string): boolean =>
  rights?.may('read', CUSTOM_PREFIX + key) ?? true

/** The fields that the caller may read, as if there were no others. */
export function readableFields(fields: CustomFields, rights: FieldRights | undefined): CustomFields {
  if (!rights) return fields
  const isReadable = (key: string) => mayRead(rights, key)
  return {
    ...fields,
    described: fields.described.filter(({ key }) => isReadable(key)),
    show: (stored) => Object.fromEntries(Object.entries(fields.show(stored)).filter(([key]) => isReadable(key))),
    isMatch: (filter, options) => (isReadable(filter.key) ? fields.isMatch(filter, options) : undefined),
    orderOf: (key, options) => (isReadable(key) ? fields.orderOf(key, options) : undefined),
    columnOf: (key, options) => (isReadable(key) ? fields.columnOf(key, options) : undefined),
    isFoundBy: (text, row, also = () => true) => fields.isFoundBy(text, row, (key) => isReadable(key) && also(key)),
  }
}
