import { CUSTOM_PREFIX } from '@plinth/core/data'
import { z } from 'zod'
import { RuleList } from './field-rules.ts'

/** The kinds of fields. */
const KINDS = [
  'text',
  'multiline',
  'integer',
  'float',
  'boolean',
  'select',
  'relation',
  'attachment',
  'currency',
  'dictionary',
  'date',
  'datetime',
] as const
export type Kind = (typeof KINDS)[number]

/** The name of an entity: `auth:user`. */
export const EntityId = z
  .string()
  .max(100)
  .regex(/^[a-z0-9_]+:[a-z0-9_]+$/, 'Use the form module:entity')

/** The key of a field. */
export const FieldKey = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[a-z0-9_]+$/, 'snake_case only')

/** What every object or record has already: the values of a field of that name could not be told from it. */
const TAKEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype', 'id', 'entity_id'])

/** Names of values may begin with `cf_`, which is not part of the key. */
const NewFieldKey = FieldKey.refine((key) => !TAKEN.has(key) && !key.startsWith(CUSTOM_PREFIX), 'This key is reserved')

const Code = z
  .string()
  .max(100)
  .regex(/^[a-z0-9_-]+$/)

const Group = z.union([
  Code.transform((code) => ({ code })),
  z.object({ code: Code, title: z.string().max(200).optional(), hint: z.string().max(500).optional() }),
])

const Scalar = z.union([z.string().trim().min(1).max(500), z.number()])

const Option = z.union([
  Scalar.transform((value) => ({ value, label: String(value) })),
  z.object({ value: Scalar, label: z.string().trim().min(1).max(500).optional() }).transform(({ value, label }) => ({
    value,
    label: label ?? String(value),
  })),
])

/** A path on the same origin, or an https address, because the browser of everyone who opens the form requests it. */
const OptionsUrl = z
  .string()
  .max(1000)
  .refine((text) => /^\/(?![/\\])/.test(text) || /^https:\/\/[^\s\\]+$/.test(text), 'Invalid URL')

const MAX_CONFIG = 32_768

/**
 * How a field is validated and shown. Unknown properties are kept, up to the total size limit, because clients store their own
 * settings.
 */
export const FieldConfig = z
  .looseObject({
    label: z.string().trim().max(200).optional(),
    description: z.string().max(2000).optional(),
    options: z.array(Option).max(1000).optional(),
    optionsUrl: OptionsUrl.optional(),
    multi: z.boolean().optional(),
    editor: z.string().max(50).optional(),
    input: z.string().max(50).optional(),
    filterable: z.boolean().optional(),
    /** Whether lists find records by words in the first 200 characters of the values. Only for kinds whose values are text. */
    searchable: z.boolean().optional(),
    formEditable: z.boolean().default(true),
    listVisible: z.boolean().default(true),
    priority: z.number().min(-1_000_000).max(1_000_000).optional(),
    /** Values are stored encrypted. If `filterable` is set too, they can be filtered by equality, by means of a keyed hash. */
    encrypted: z.boolean().optional(),
    /** Values are personal data, to be disclosed and erased along with the person's other data. */
    personal: z.boolean().optional(),
    relatedEntityId: EntityId.optional(),
    dictionaryId: z.uuid().toLowerCase().optional(),
    dictionaryInlineCreate: z.boolean().optional(),
    validation: RuleList.optional(),
    fieldset: Code.optional(),
    fieldsets: z.array(Code).max(20).optional(),
    group: Group.optional(),
    maxAttachmentSizeMb: z.number().positive().max(100_000).optional(),
    acceptExtensions: z.array(z.string().max(20)).max(100).optional(),
    partitionCode: z.string().max(100).optional(),
    defaultValue: z.json().optional(),
    required: z.boolean().optional(),
  })
  .refine((config) => JSON.stringify(config).length <= MAX_CONFIG, 'Too large')
export type FieldConfig = z.output<typeof FieldConfig>

/** A group of fields of which a form shows one or several. */
export const Fieldset = z.object({
  code: Code,
  label: z.string().trim().min(1).max(255),
  icon: z.string().max(100).optional(),
  description: z.string().max(2000).optional(),
  groups: z
    .array(z.object({ code: Code, title: z.string().max(200).optional(), hint: z.string().max(500).optional() }))
    .max(50)
    .optional(),
})
export type Fieldset = z.output<typeof Fieldset>

/** Ids under which no fields can be defined, because their rows hold definitions and values themselves. */
export const RESERVED: ReadonlySet<string> = new Set([
  'entities:custom_entity',
  'entities:custom_entity_storage',
  'entities:custom_field_def',
  'entities:custom_field_value',
  'query_index:entity_index_row',
  'query_index:entity_index_coverage',
  'query_index:search_token',
])

/** A definition as callers send it. */
export const DefinitionFields = z.object({
  key: NewFieldKey,
  kind: z.enum(KINDS),
  configJson: FieldConfig.nullish().transform((config) => config ?? FieldConfig.parse({})),
  isActive: z.boolean().default(true),
})
export type DefinitionFields = z.output<typeof DefinitionFields>
