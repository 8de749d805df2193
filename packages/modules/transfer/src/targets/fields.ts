import { composition, type Context, isUuid } from '@plinth/core'
import { fieldPolicies } from '@plinth/core/acl'
import { CUSTOM_PREFIX, customValues, type DescribedField, findCustomRecords, kindOfEntity } from '@plinth/core/data'
import { texts, toJsonSchema } from '@plinth/core/http'
import { findDictionaries } from '@plinth/points'
import { z } from 'zod'
import type { RecordKind } from './target.ts'

/** The kinds of values that cells are converted to. */
export type FieldKind =
  | 'text'
  | 'id'
  | 'integer'
  | 'number'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'time'
  | 'instant'
  | 'json'

/** A field of a target that a column can be mapped to. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly kind: FieldKind
  /** Whether its value is a list. */
  readonly isList: boolean
  /** Whether a new record needs it. */
  readonly isRequired: boolean
  /** The values that it can have, if they are few. */
  readonly options?: readonly string[]
  /** The value that a text stands for, as a value in any case or as a label; undefined for none and for several. */
  readonly valueFor?: (text: string) => string | undefined
  /** The dictionary that has its values. */
  readonly dictionaryId?: string
  /** For a field of the lines of a record: the property with these lines, and its name there. */
  readonly line?: { readonly of: string; readonly name: string }
}

type Json = Readonly<Record<string, unknown>>

/**
 * The fields that an import can name: those of the create command, and custom fields, as far as the caller may read them. Whether they
 * may be written is for the commands to say, because records can be found by others.
 */
export async function fieldsOf(ctx: Context, target: RecordKind): Promise<readonly Field[]> {
  const schema = toJsonSchema(z.object(target.shapes.create), 'input')
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Json>>
  const required = new Set((schema['required'] ?? []) as readonly string[])
  const { language } = await ctx.locale()
  const named = ctx.inject(texts)
  const own = Object.entries(properties).map(([name, property]): Field => {
    const label = named.in(language, toLabel(name))
    const field = toField(name, { label, schema: property, isRequired: required.has(name) })
    return isTime(target.shapes.create[name]) ? { ...field, kind: 'time' } : field
  })
  const lines = new Set((target.create?.lines ?? []).map(({ name }) => name))
  const ofLines = Object.entries(properties).flatMap(([of, property]) => {
    const members = lines.has(of) ? Object.entries(linesIn(property)) : []
    return members.map(([name, schema]): Field => {
      const label = `${named.in(language, toLabel(of))}: ${named.in(language, toLabel(name))}`
      return { ...toField(`${of}.${name}`, { label, schema, isRequired: false }), line: { of, name } }
    })
  })
  const all = [...own, ...(await customFieldsOf(ctx, target)), ...ofLines]
  return all.filter(({ name, line }) => mayRead(ctx, target, name) && (!line || mayRead(ctx, target, line.of)))
}

/** The fields of the lines in a property. */
function linesIn(property: Json): Readonly<Record<string, Json>> {
  const [list] = formsOf(property).filter(({ type }) => type === 'array')
  const [line] = list ? formsOf((list['items'] ?? {}) as Json) : []
  return (line?.['properties'] ?? {}) as Readonly<Record<string, Json>>
}

/** Whether the caller may read a field of a target, and so find records by it. */
export function mayRead(
  { inject, actor }: Pick<Context, 'inject' | 'actor'>,
  { entity, recordsOf }: RecordKind,
  name: string,
): boolean {
  const policies = inject(fieldPolicies)
  const records = recordsOf === undefined ? undefined : findCustomRecords(inject(composition).modules)
  const rights = records ? policies.ofKind(actor, kindOfEntity(records, recordsOf!)) : policies.of(actor, entity)
  return rights?.may('read', name) ?? true
}

async function customFieldsOf(
  { inject, scope, actor }: Context,
  { extension: entityId }: RecordKind,
): Promise<readonly Field[]> {
  if (entityId === undefined) return []
  const organizationId = scope.organizationId ?? actor.homeOrganizationId
  const fields = await inject(customValues)?.fields({ entityId, organizationId })
  return (fields?.described ?? []).map(({ key, label, schema, kind, options, dictionaryId }): Field => {
    const field = toField(`${CUSTOM_PREFIX}${key}`, { label, schema, isRequired: false })
    if (REFERENCES.has(kind)) return { ...field, kind: 'id' }
    // Many options are not in the schema.
    if (kind === 'select') return { ...field, kind: 'text', valueFor: optionFor(options ?? []) }
    return dictionaryId === undefined ? field : { ...field, dictionaryId }
  })
}

/** The field with the values and labels of its dictionary, if it has one. A value in any case is not taken for the label of another. */
export async function withLabels(ctx: Context, field: Field): Promise<Field> {
  const entries = field.dictionaryId && (await findDictionaries(ctx)?.labels(field.dictionaryId))
  if (!entries) return field
  const values = toNamed([...entries.keys()].map((value) => [value, value]))
  const labels = toNamed([...entries].map(([value, label]) => [label, value]))
  const taken = new Set([...entries.keys()].map(simplify))
  return {
    ...field,
    valueFor: (text) => {
      const name = simplify(text)
      return values.get(name) ?? (taken.has(name) ? undefined : labels.get(name))
    },
  }
}

/** Kinds of custom fields whose values are ids of records. */
const REFERENCES: ReadonlySet<string> = new Set(['relation', 'attachment'])

/** Options are told apart by case: an exact value comes first, then a label, then a value in another case. */
function optionFor(options: NonNullable<DescribedField['options']>): NonNullable<Field['valueFor']> {
  const texts = new Set(options.map(({ value }) => String(value)))
  const labels = toNamed(options.map(({ value, label }) => [label, String(value)]))
  const values = toNamed([...texts].map((value) => [value, value]))
  return (text) => (texts.has(text.trim()) ? text.trim() : (labels.get(simplify(text)) ?? values.get(simplify(text))))
}

/** What each name stands for, in the form that `simplify` returns. Names of several values are left out. */
function toNamed(named: readonly (readonly [name: string, value: string])[]): ReadonlyMap<string, string> {
  const found = Map.groupBy(named, ([name]) => simplify(name))
  return new Map([...found].flatMap(([name, all]) => (all.length === 1 ? [[name, all[0]![1]]] : [])))
}

const simplify = (text: string): string => text.trim().toLowerCase().normalize('NFC')

/** Of times without an offset, JSON Schema has no format. */
function isTime(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return isTime(schema.unwrap())
  return schema instanceof z.ZodISOTime
}

interface Described {
  readonly label: string
  readonly schema: Json
  readonly isRequired: boolean
}

function toField(name: string, { label, schema, isRequired }: Described): Field {
  const forms = formsOf(schema)
  const list = forms.find(({ type }) => type === 'array')
  const values = list ? formsOf((list['items'] ?? {}) as Json) : forms
  const options = values.flatMap((form) => (form['enum'] ?? ('const' in form ? [form['const']] : [])) as unknown[])
  return {
    name,
    label,
    kind: kindOf(values),
    isList: list !== undefined,
    isRequired,
    ...(options.length > 0 && options.length <= 200 && { options: options.map(String) }),
  }
}

/** The alternatives of a schema, without null. */
function formsOf(schema: Json): readonly Json[] {
  const nested = (schema['anyOf'] ?? schema['oneOf']) as readonly Json[] | undefined
  return (nested ? nested.flatMap(formsOf) : [schema]).filter(({ type }) => type !== 'null')
}

function kindOf(forms: readonly Json[]): FieldKind {
  const types = new Set(
    forms.flatMap(({ type, ...form }) => type ?? ('enum' in form || 'const' in form ? 'string' : [])),
  )
  // An amount, which is sent as text so that no digit is lost.
  if (types.has('number') && types.has('string')) return 'decimal'
  if (types.has('integer')) return 'integer'
  if (types.has('number')) return 'number'
  if (types.has('boolean')) return 'boolean'
  if (types.has('object') || types.size === 0) return 'json'
  const { format } = forms.find(({ type }) => type === 'string') ?? {}
  switch (format) {
    case 'uuid':
      return 'id'
    case 'date':
      return 'date'
    case 'date-time':
      return 'instant'
    default:
      return 'text'
  }
}

/** `primaryCurrencyCode` as people write it: `Primary currency code`. */
const toLabel = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^./, (letter) => letter.toUpperCase())

/** Whether a text is an id, in any case. */
export const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value)
