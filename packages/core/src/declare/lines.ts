import { z } from 'zod'
import { hasProperty, propertyOf, relatedEntity } from '../data/query/properties.ts'
import {
  type Changes,
  type Declared,
  nameOf,
  type RelationsOf,
  type Row,
  type StoredRow,
} from '../data/query/row-types.ts'
import type { CommandContext } from '../define/command.ts'
import { showsRow } from '../define/row-schemas.ts'
import { brokenSetup } from '../errors.ts'
import { partial } from './input.ts'
import { view } from './view.ts'

type Name<T> = keyof Row<T> & string

/** The default maximum number of lines of a record. */
const MAX_LINES = 1_000

/** A line as it is about to be written: the properties that were sent, and the row before the write; null for a new line. */
export interface WrittenLine<T, F extends z.ZodRawShape> {
  readonly fields: Partial<z.output<z.ZodObject<F>>>
  readonly row: StoredRow<T> | null
}

/** The record that lines belong to; its properties are not known if `parent` is an id instead of a relation. */
type RecordOf<T, P> = P extends keyof RelationsOf<T> ? StoredRow<RelationsOf<T>[P]> : Readonly<Record<string, unknown>>

/** How the lines of a record are written and returned. */
export interface LinesSpec<T extends object, F extends z.ZodRawShape, P extends Name<T> = Name<T>> {
  /** The property of a line that refers to its record. */
  readonly parent: P
  /** The properties that callers can set. */
  readonly input: z.ZodObject<F>
  /** An integer property that keeps the order in which lines were sent, counted from 1. Default: no order is kept. */
  readonly order?: Name<T>
  /** Sums of the record, by its properties: `{ total: 'amount' }` is the sum of the lines' amounts. */
  readonly sums?: Readonly<Record<string, Name<T>>>
  /** The properties that are returned. Default: `id`, those of the input, the order, and what is summed. */
  readonly select?: readonly Name<T>[]
  /**
   * Properties of the input that are copied from a related row: `{ price: 'article.price' }`. A line without a price gets that of its
   * article when the article is chosen or replaced, and keeps it when the article changes. The relation can be `parent`.
   */
  readonly defaults?: Readonly<{ [K in keyof F & string]?: string }>
  /** The maximum number of lines. Default: 1,000. */
  readonly max?: number
  /**
   * Returns derived values of the lines that were sent, in their order; not called if none were. `record` is what they belong to, as it
   * is written. It may throw `badInput` only, and must not write: rules that set fields call it before the command.
   */
  readonly complete?: (
    ctx: CommandContext,
    lines: readonly WrittenLine<T, F>[],
    record: RecordOf<T, P>,
  ) => Promise<readonly Changes<T>[]> | readonly Changes<T>[]
}

/** Lines of a record, for `lines` of a `resource`. */
export interface Lines {
  readonly entity: Declared
  readonly parent: string
  readonly order: string | undefined
  readonly sums: Readonly<Record<string, string>>
  readonly defaults: readonly LineDefault[]
  /** The properties that are returned. */
  readonly names: readonly string[]
  /** What is sent: the whole set, each line with its id or as a new one. */
  readonly sent: z.ZodType<readonly SentLine[]>
  /** What is returned. */
  readonly view: z.ZodObject
  readonly complete?: LinesSpec<object, z.ZodRawShape>['complete'] | undefined
}

/** A property of a line that is copied from a related row. */
export interface LineDefault {
  readonly name: string
  /** The relation of the line, and the property of the related row. */
  readonly relation: string
  readonly of: string
  readonly target: Declared
  readonly isRequired: boolean
}

/** A line with the properties that were sent. */
export type SentLine = Readonly<Record<string, unknown>> & { readonly id?: string }

/** Lines of a record by the property that contains them. */
export type LinesByName = Readonly<Record<string, Lines>>

/** The properties of an input that contain lines. */
export type LineFields<L extends LinesByName> = { [K in keyof L]: z.ZodOptional<Lines['sent']> }

/**
 * Declares rows that are written with their parent, such as the items of an order. The migration of their table ends with
 * `select plinth.lines('order_items', 'order_id', 'orders', '{"total": "amount"}')`.
 *
 * @example
 * lines: { items: lines(OrderItem, { parent: 'order', input: input(OrderItem, ['product', 'quantity']), order: 'position' }) }
 */
export function lines<T extends object, F extends z.ZodRawShape, const P extends Name<T>>(
  entity: Declared<T>,
  spec: LinesSpec<T, F, P>,
): Lines {
  const { parent, input, order, sums = {}, max = MAX_LINES, complete } = spec
  const defaults = defaultsOf(entity, spec)
  const what = `Lines of '${nameOf(entity)}'`
  for (const name of [parent, ...(order ? [order] : []), ...Object.values(sums)]) propertyOf(entity, name, what)
  for (const name of [parent, 'id', ...(order ? [order] : [])])
    if (Object.hasOwn(input.shape, name)) throw brokenSetup(`${what} cannot take '${name}': it is set by the platform`)
  const own = Object.keys(input.shape).filter((name) => hasProperty(entity, name))
  const shown = spec.select ?? [...new Set(['id', ...own, ...(order ? [order] : []), ...Object.values(sums)])]
  const currencies = currenciesOf(entity, shown)
  for (const [name, currency] of spec.select ? currencies : [])
    if (!spec.select!.includes(currency as never))
      throw brokenSetup(`${what} show '${name}' without its currency: add '${currency}' to \`select\``)
  const names = [...new Set([...shown, ...currencies.map(([, currency]) => currency)])]
  return Object.freeze({
    entity,
    parent,
    order,
    sums,
    defaults,
    names: names.includes('id') ? names : ['id', ...names],
    sent: z.array(lineOf({ entity, input }, defaults)).max(max) as unknown as Lines['sent'],
    view: view(entity, names as never[]) as z.ZodObject,
    ...(complete && { complete: complete as never }),
  })
}

/** The amounts among some properties, and the property with the currency of each. */
function currenciesOf(entity: Declared, names: readonly string[]): readonly (readonly [string, string])[] {
  return names.flatMap((name) => {
    const { measure } = propertyOf(entity, name, `Lines of '${nameOf(entity)}'`)
    return measure && 'currency' in measure ? [[name, measure.currency] as const] : []
  })
}

function defaultsOf<T extends object, F extends z.ZodRawShape>(
  entity: Declared<T>,
  { defaults, input }: Pick<LinesSpec<T, F>, 'defaults' | 'input'>,
): readonly LineDefault[] {
  const what = `Lines of '${nameOf(entity)}'`
  return Object.entries((defaults ?? {}) as Readonly<Record<string, string>>).map(([name, path]) => {
    const [relation = '', of = '', more] = path.split('.')
    const target = relatedEntity(entity, relation)
    if (!target || more !== undefined)
      throw brokenSetup(
        `${what} take '${name}' from '${path}', which must be a relation and a property: 'article.price'`,
      )
    const member = input.shape[name] as z.ZodType | undefined
    if (!member) throw brokenSetup(`${what} take '${name}' from '${path}', but it is not in the \`input\``)
    const [own, other] = [propertyOf(entity, name, what), propertyOf(target, of, what)]
    if (own.kind !== other.kind)
      throw brokenSetup(
        `${what} take '${name}' from '${path}', which is of another type: ${other.kind} instead of ${own.kind}`,
      )
    return { name, relation, of, target, isRequired: !member.safeParse(undefined).success }
  })
}

interface LineInput {
  readonly entity: Declared
  readonly input: z.ZodObject
}

/**
 * A line with its id and some of its properties, or a new one with those that are required. The id decides, so that the issues are
 * those of one of them.
 */
function lineOf({ entity, input: whole }: LineInput, defaults: readonly LineDefault[]): z.ZodType {
  const given = defaults.map(({ name, relation, of }) => {
    const member = whole.shape[name] as z.ZodType
    return [name, member.optional().meta({ 'x-default-from': `${relation}.${of}` })]
  })
  const input = whole.extend(Object.fromEntries(given) as z.ZodRawShape)
  const changed = showsRow(z.object({ id: z.uuid().toLowerCase(), ...partial(input).shape }), entity)
  const line = z.union([changed, showsRow(input, entity)])
  const parse: typeof line._zod.run = (payload, ctx) =>
    (hasId(payload.value) ? changed : input)._zod.run(payload, ctx) as never
  Object.assign(line._zod, { parse, run: parse })
  return line
}

const hasId = (value: unknown) => (value as { readonly id?: unknown } | null)?.id != null
