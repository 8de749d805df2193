import type { DescribedField, UploadLimits } from '@plinth/core/data'
import type { FieldConfig } from '../field-config.ts'
import type { Definition } from '../definitions/load-definitions.ts'
import type { FieldRule } from '../field-rules.ts'
import { schemaOf } from './value-kinds.ts'

/** A field, compiled from its definition. */
export interface CompiledField {
  readonly definition: Definition
  readonly key: string
  readonly isMulti: boolean
  readonly isRequired: boolean
  readonly isEncrypted: boolean
  readonly rules: readonly FieldRule[]
}

/** The fields of the records of one entity in one organization, compiled once. */
export interface CompiledFields {
  readonly byKey: ReadonlyMap<string, CompiledField>
  readonly described: readonly DescribedField[]
  readonly required: readonly CompiledField[]
}

/** Maximum number of values of one field. */
export const MAX_VALUES = 100

/** Compiles live definitions, in their order. */
export function compileFields(live: readonly Definition[]): CompiledFields {
  const fields = live.map(toField)
  return {
    byKey: new Map(fields.map((field) => [field.key, field])),
    described: fields.map(describe),
    required: fields.filter(({ isRequired }) => isRequired),
  }
}

function toField(definition: Definition): CompiledField {
  const { key, config } = definition
  const rules = config.validation ?? []
  return {
    definition,
    key,
    isMulti: config.multi === true,
    isEncrypted: config.encrypted === true,
    isRequired: rules.some(({ rule }) => rule === 'required'),
    rules,
  }
}

/** Whether the values are points in time, which can be written in several ways. */
export const isInstant = ({ definition: { kind }, isEncrypted }: CompiledField): boolean =>
  kind === 'datetime' && !isEncrypted

const ORDERED: readonly string[] = ['integer', 'float', 'date', 'datetime']

function describe({ key, definition, isMulti, isEncrypted }: CompiledField): DescribedField {
  const { kind, config } = definition
  const one = schemaOf(kind, config)
  return {
    key,
    label: config.label || key,
    kind,
    multi: isMulti,
    schema: isMulti ? { type: 'array', items: one, maxItems: MAX_VALUES } : one,
    ...(config.description !== undefined && { description: config.description }),
    ...(kind === 'select' && { options: optionsOf(config) }),
    ...(kind === 'dictionary' && config.dictionaryId !== undefined && { dictionaryId: config.dictionaryId }),
    isOrdered: ORDERED.includes(kind) && !isMulti && !isEncrypted,
    upload: uploadLimits(config),
  }
}

const optionsOf = ({ options = [] }: FieldConfig) =>
  options.map(({ value, label = String(value) }) => ({ value, label }))

const uploadLimits = ({ maxAttachmentSizeMb, acceptExtensions, partitionCode }: FieldConfig): UploadLimits => ({
  ...(maxAttachmentSizeMb !== undefined && { maxSizeMb: maxAttachmentSizeMb }),
  ...(acceptExtensions !== undefined && { extensions: acceptExtensions }),
  ...(partitionCode !== undefined && { partitionCode }),
})
