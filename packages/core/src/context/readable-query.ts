import type { FieldRights } from '../define/field-policies.ts'
import { CUSTOM_PREFIX } from '../define/extensible.ts'
import { forbidden, invalidMember } from '../errors.ts'
import { fieldsOfParameter } from '../http/field-parameters.ts'

/** The same answer as for a property that does not exist. */
export const unknownProperty = (parameter: string) => invalidMember(parameter, 'Unknown property')

/** 403 for fields that the caller may not write. */
export const notWritable = (fields: readonly string[]) =>
  forbidden(`You may not change these fields: ${fields.join(', ')}.`, { fields: [...fields] })

/** Throws 400 for parameters by which a caller could find out about fields that the caller may not read. */
export function assertReadableParameters(rights: FieldRights, query: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    const fields = fieldsOfParameter(name)
    if (fields.length > 0 && !fields.some((field) => rights.may('read', field))) throw unknownProperty(name)
  }
}

/** The same for the order and the search of a list of unknown making. */
export function assertReadableQuery(rights: FieldRights, query: Readonly<Record<string, unknown>>): void {
  assertReadableParameters(rights, query)
  const { sortField, search } = query
  if (
    typeof sortField === 'string' &&
    sortField !== '' &&
    !rights.may('read', sortField.replace(/^cf:/, CUSTOM_PREFIX))
  )
    throw unknownProperty('sortField')
  if (typeof search === 'string' && search.trim() !== '' && !rights.mayUse('search')) throw unknownProperty('search')
}
