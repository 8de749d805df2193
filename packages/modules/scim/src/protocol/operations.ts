import { PlatformError } from '@plinth/core'
import { z } from 'zod'
import { invalidPath, invalidValue, scimError } from '../errors.ts'
import { message } from './message.ts'
import { type Filter, parsePath, type Path } from './parse-filter.ts'
import { type Attribute, COMMON, findAttribute, type ResourceSchema, type Schema } from './schema.ts'
import { isAttributes } from './values.ts'

/** Maximum operations of a PATCH. */
export const MAX_OPERATIONS = 1_000

/** Maximum names in the objects of a request, unknown ones included, which are read as paths one by one. */
const MAX_NAMES = 2_000

const Operations = z
  .array(
    message({
      op: z
        .string()
        .transform((op) => op.toLowerCase())
        .pipe(z.enum(['add', 'replace', 'remove'])),
      path: z.string().max(2_000).nullish(),
      value: z.unknown().optional(),
    }),
  )
  .min(1)
  .max(MAX_OPERATIONS)

/** The body of a PATCH (RFC 7644, section 3.5.2). */
export const PatchBody = message({ Operations })

export type Operation = z.output<typeof Operations>[number]

/** What a client asks to change: all of a resource, or parts of it. */
export const Change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('replace'), body: z.looseObject({}) }),
  z.object({ kind: z.literal('patch'), operations: Operations }),
])
export type Change = z.output<typeof Change>

/** An operation on one attribute. */
export interface Step {
  readonly op: 'add' | 'replace' | 'remove'
  /** The urn of the extension that the attribute belongs to; null for the resource's own schema. */
  readonly extension: string | null
  /** Null for an attribute of an extension that nobody has declared, which is kept as it is sent. */
  readonly attribute: Attribute | null
  /** The name of an undeclared attribute. */
  readonly name: string
  readonly filter: Filter | null
  /** The attribute of a value or of the values that are chosen. */
  readonly sub: Attribute | null
  readonly value: unknown
}

/**
 * A list of operations as operations on one attribute each. An operation without a path stands for one on each attribute of its
 * value, whose names can be paths themselves, as some providers send them; what such a value names and nobody has declared is
 * ignored, and so is what only the platform sets. Throws 400 for a path to anything of that kind.
 */
export function toSteps(schema: ResourceSchema, operations: readonly Operation[]): Step[] {
  assertFewNames(operations.map(({ path, value }) => (path ? null : value)))
  return operations.flatMap(({ op, path, value }) => {
    // What is left out is no null: nothing is removed, and no group emptied, by mistake.
    if (op !== 'remove' && value === undefined) throw invalidValue('An addition or a replacement needs a value.')
    if (path) return resolve(schema, parsePath(path), { op, value })
    if (op === 'remove') throw scimError('bad_input', 'A removal needs a path.', 'noTarget')
    return toStepsOfValue(schema, { op, value })
  })
}

/** The same for the body of a resource, which sets everything that it names. */
export function toStepsOfBody(schema: ResourceSchema, body: object): Step[] {
  assertFewNames([body])
  return toStepsOfValue(schema, { op: 'add', value: body })
}

/** Throws 400 for too many names in objects and in the objects in them, which may be extensions. */
function assertFewNames(values: readonly unknown[]): void {
  const namesIn = (value: unknown): number => (isAttributes(value) ? Object.keys(value).length : 0)
  const count = values.reduce<number>(
    (sum, value) =>
      sum +
      namesIn(value) +
      (isAttributes(value) ? Object.values(value).reduce<number>((all, one) => all + namesIn(one), 0) : 0),
    0,
  )
  if (count > MAX_NAMES) throw invalidValue(`The objects of a request have at most ${MAX_NAMES} names.`)
}

interface Setting {
  readonly op: Step['op']
  readonly value: unknown
}

function toStepsOfValue(schema: ResourceSchema, { op, value }: Setting, extension?: string): Step[] {
  if (!isAttributes(value))
    throw invalidValue('An operation without the path of an attribute needs an object of attributes.')
  return Object.entries(value).flatMap(([name, part]) => {
    const known = declaredIn(schema, name, extension)
    if (known?.mutability === 'readOnly') return []
    if (known) return [toStep(known, WHOLE, { op, value: part, extension: extension ?? null })]
    try {
      const parsed = parsePath(extension === undefined ? asSchema(name, part) : name)
      const path = extension === undefined ? parsed.path : { ...parsed.path, schema: extension }
      return resolve(schema, { ...parsed, path }, { op, value: part })
    } catch (error) {
      if (isForeign(error)) return []
      throw error
    }
  })
}

/** The attribute that a name stands for as it is, without being read as a path; most names in bodies are such. */
function declaredIn(
  { core, extensions }: ResourceSchema,
  name: string,
  extension: string | undefined,
): Attribute | undefined {
  if (extension === undefined) return findAttribute(core.attributes, name) ?? findAttribute(COMMON, name)
  return findAttribute(extensions.find(({ id }) => id === extension)?.attributes ?? [], name)
}

/** The path to an attribute as a whole. */
const WHOLE: Path = { path: { schema: null, name: '', sub: null }, filter: null, sub: null }

/** A urn without a version does not say whether it names an extension or an attribute of one: with an object, it is all of it. */
const asSchema = (name: string, value: unknown) =>
  isAttributes(value) && /^urn:/i.test(name) && !/:\d+(?:\.\d+)*:/.test(name) ? `${name}:` : name

/** Whether the name in a value is none that can be set. */
const isForeign = (error: unknown) =>
  error instanceof PlatformError && ['invalidPath', 'mutability'].includes(String(error.body['scimType']))

function resolve(schema: ResourceSchema, { path, filter, sub }: Path, change: Setting): Step[] {
  const { core, extensions } = schema
  const urn = path.schema?.toLowerCase() ?? null
  if (urn === null || urn === core.id.toLowerCase()) {
    if (path.name === '') return wholeOf(schema, change)
    const attribute = findAttribute(core.attributes, path.name) ?? findAttribute(COMMON, path.name)
    if (attribute) return [toStep(attribute, { path, filter, sub }, { ...change, extension: null })]
    // Some providers leave out the urn of an extension.
    const owner = extensions.find(({ attributes }) => findAttribute(attributes, path.name))
    if (owner) return resolveIn({ schema, extension: owner }, { path, filter, sub }, change)
    throw invalidPath(`${core.name} has no ${path.name.slice(0, 100)}.`)
  }
  const extension = extensions.find(({ id }) => id.toLowerCase() === urn)
  if (extension) return resolveIn({ schema, extension }, { path, filter, sub }, change)
  if (path.name === '') return wholeOf(schema, change, path.schema!)
  if (filter !== null || path.sub !== null) throw invalidPath(`Parts of ${path.name.slice(0, 100)} are not known here.`)
  return [{ ...change, extension: path.schema!, attribute: null, name: path.name, filter: null, sub: null }]
}

function resolveIn(
  { schema, extension }: { readonly schema: ResourceSchema; readonly extension: Schema },
  parsed: Path,
  change: Setting,
): Step[] {
  const { id, attributes } = extension
  const { name } = parsed.path
  if (name === '' && isEmpty(change)) return attributes.map((attribute) => removal(attribute, id))
  if (name === '') return wholeOf(schema, change, id)
  const attribute = findAttribute(attributes, name)
  if (!attribute) throw invalidPath(`${extension.name} has no ${name.slice(0, 100)}.`)
  return [toStep(attribute, parsed, { ...change, extension: id })]
}

/** A change of everything in a schema. */
function wholeOf(schema: ResourceSchema, change: Setting, extension?: string): Step[] {
  const isKnown = extension === undefined || schema.extensions.some(({ id }) => id === extension)
  if (!isEmpty(change) && !isKnown && !isAttributes(change.value)) throw invalidPath('An extension is an object.')
  if (!isEmpty(change)) return toStepsOfValue(schema, change, extension)
  if (extension === undefined) throw scimError('bad_input', 'A resource cannot be removed by a path.', 'noTarget')
  return [{ op: 'remove', extension, attribute: null, name: '', filter: null, sub: null, value: undefined }]
}

const isEmpty = ({ op, value }: Setting) => op === 'remove' || value === null || value === undefined

const removal = (attribute: Attribute, extension: string | null): Step => ({
  op: 'remove',
  extension,
  attribute,
  name: attribute.name,
  filter: null,
  sub: null,
  value: undefined,
})

function toStep(
  attribute: Attribute,
  { path, filter, sub }: Path,
  { op, value, extension }: Setting & Pick<Step, 'extension'>,
): Step {
  const subName = sub ?? path.sub
  const isOfMany = attribute.multiValued && attribute.subAttributes !== undefined
  if (filter !== null && !isOfMany) throw invalidPath(`${attribute.name} has no values to choose from.`)
  const found = subName === null ? null : findAttribute(attribute.subAttributes ?? [], subName)
  if (found === undefined) throw invalidPath(`${attribute.name} has no ${subName!.slice(0, 100)}.`)
  if (attribute.mutability === 'readOnly')
    throw scimError('bad_input', `${attribute.name} cannot be changed.`, 'mutability')
  return { op, extension, attribute, name: attribute.name, filter, sub: found, value }
}

/** The comparisons in the filters of steps: work that grows with their number. */
export function countComparisons(steps: readonly Pick<Step, 'filter'>[]): number {
  return steps.reduce((count, { filter }) => count + comparisonsIn(filter), 0)
}

function comparisonsIn(filter: Filter | null): number {
  if (filter === null) return 0
  if (filter.kind === 'and' || filter.kind === 'or')
    return filter.filters.reduce((count, one) => count + comparisonsIn(one), 0)
  return filter.kind === 'not' || filter.kind === 'values' ? comparisonsIn(filter.filter) : 1
}
