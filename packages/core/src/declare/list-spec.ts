import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { z } from 'zod'
import type { From } from '../data/query/from.ts'
import type { RelationsOf, Row } from '../data/query/row-types.ts'
import type { Scope } from '../data/query/scope.ts'
import type { Searchable } from '../data/query/search.ts'
import type { Access, Actor } from '../define/access.ts'
import type { Context } from '../define/context.ts'
import type { Locale } from '../define/locales.ts'
import type { Reads } from '../define/logged-reads.ts'
import type { RouteSpec } from '../define/route.ts'
import { PageQuery } from '../http/paging.ts'
import type { LinesByName } from './lines.ts'

/** The list's own row, in a condition or computed column: `row.title`. */
type ListedRow<T> = { readonly row: Row<T> }

/** What conditions and computed columns are built from. */
export interface ListRequest<T, Q> {
  readonly eb: ExpressionBuilder<ListedRow<T>, 'row'>
  /** For sub-selects: `eb.selectFrom(from.table(Comment, 'c'))`. */
  readonly from: From
  readonly scope: Scope
  readonly actor: Actor
  /** The caller's language, in whose order texts are sorted (`inLanguage`). */
  readonly language: Locale
  readonly inject: Context['inject']
  /** The parsed parameters. */
  readonly query: Q
}

/** Uses `infer`, so that type errors list the names themselves. */
type Name<T> = keyof Row<T> & string extends infer K extends keyof Row<T> & string ? K : never

type ShapeOf<S> = S extends z.ZodObject<infer Fields> ? Fields : never

/** The selected columns: property names, or a view that includes computed properties. */
export type Shown<T> = readonly Name<T>[] | z.ZodObject

/** An expression, or a sub-select of one column. */
type Of<V> = Expression<V> | Expression<Readonly<Record<string, V>>>

/** An optional property can be left out. */
type LeftOut<V> = undefined extends V ? undefined : never

/** The properties of the view that the entity does not have. */
type ComputedName<T, S> = Exclude<keyof ShapeOf<S>, Name<T>>

type ComputedValues<T, S> = Partial<Pick<z.input<RowSchema<S>>, ComputedName<T, S> & keyof z.input<RowSchema<S>>>>

type ComputedColumns<T, S, Q> = {
  readonly [K in ComputedName<T, S>]?: (
    asked: ListRequest<T, Q>,
  ) => Of<Exclude<z.input<ShapeOf<S>[K] & z.ZodType>, undefined>> | LeftOut<z.input<ShapeOf<S>[K] & z.ZodType>>
}

/** The selected properties of a row. */
type SelectedRow<T, S> = Pick<Row<T>, Extract<S extends z.ZodObject ? keyof ShapeOf<S> : S[number & keyof S], Name<T>>>

export type Parameters<Q extends z.ZodRawShape> = ListQuery & { readonly search?: string | undefined } & z.output<
    z.ZodObject<Q>
  >

/** A list, without its path and entity. */
export interface ListSpec<T, S extends Shown<T> = Shown<T>, Q extends z.ZodRawShape = {}> extends Pick<
  RouteSpec,
  'errors' | 'onInvalid' | 'scope'
> {
  readonly access: Access
  /** A one-sentence summary for the API reference. */
  readonly summary?: string
  /** The kind of resource, if reads are logged: `tickets.ticket`. Null: reads of a resource's list are not logged. */
  readonly reads?: string | Reads | null
  /**
   * If set, super admins see the rows of all tenants; this is the reason, which is logged. Conditions can depend on
   * `actor.isSuperAdmin`.
   */
  readonly allTenants?: string
  /**
   * Property names, or `view(…).extend(…)`, whose additional properties are provided by `computed`, `computedTogether` or
   * `resolve`.
   */
  readonly select: S
  /** A column for each property of the view that the entity does not have. Undefined leaves out an optional property. */
  readonly computed?: ComputedColumns<T, S, Parameters<Q>>
  /**
   * Several such properties from one sub-select, as a JSON object. Use it for properties of the same rows, which would otherwise
   * be read once for each property. Not for times, which PostgreSQL writes into JSON in another format than the API.
   */
  readonly computedTogether?: (asked: ListRequest<T, Parameters<Q>>) => Of<ComputedValues<T, S>>
  /** Provides properties of a selected row that do not come from the database, or replaces properties that do. */
  readonly resolve?: (ctx: Context, row: SelectedRow<T, S>) => Promise<Partial<z.input<RowSchema<S>>>>
  /**
   * Relations returned as objects with these properties, read together with the page: `{ customer: ['id', 'name'] }`. Null if
   * there is no related row, or none that the caller may see. List a relation either here or in `select`.
   */
  readonly expand?: { readonly [K in keyof RelationsOf<T> & string]?: readonly Name<RelationsOf<T>[K]>[] }
  /** Lines of the rows, by property, which are returned on demand: `expand=items`. A `resource` sets it. */
  readonly lines?: LinesByName
  /** A `searchable`, a `searchText`, properties that must contain each word (without an index), or a condition. */
  readonly search?:
    | Searchable
    | Name<T>
    | readonly Name<T>[]
    | ((asked: ListRequest<T, Parameters<Q>>, text: string) => Expression<SqlBool> | Promise<Expression<SqlBool>>)
  /** Allowed values of `sortField`: properties, or names mapped to properties, and always `id`. Anything else is 400. */
  readonly sort?: readonly Name<T>[] | Readonly<Record<string, Name<T>>>
  /** The default order. Default: by id. */
  readonly defaultSort?: { readonly field: string; readonly dir?: 'asc' | 'desc' }
  /** Properties that decide between rows with equal values, in ascending order. Default: the id, in the order of the list. */
  readonly thenBy?: readonly Name<T>[]
  /**
   * Properties that callers can filter by value (`status=open`), by several values (`status_in=open,closed`) or by excluded
   * ones (`status_not=closed`). Numbers and times can also be filtered by range: `dueAt_gte`, `dueAt_gt`, `dueAt_lte`,
   * `dueAt_lt`.
   */
  readonly filter?: readonly Name<T>[]
  /** Additional parameters, for `where` and `computed`. */
  readonly query?: Q
  /** Additional conditions besides the filters. */
  readonly where?: (asked: ListRequest<T, Parameters<Q>>) => readonly Expression<SqlBool>[]
  /**
   * Provides the total number of rows, for example from a cache. Not called if the page itself shows where the list ends.
   * Default: the rows are counted.
   */
  readonly total?: (ctx: Context, query: Parameters<Q>, count: () => Promise<number>) => Promise<number>
  /**
   * For lists whose parameters were published before: the schema of all parameters, in place of the standard ones. Parameters
   * named like a standard one, `search` or a property in `filter` have the usual effect.
   */
  readonly parameters?: z.ZodObject
  /** For lists whose response was published before. */
  readonly envelope?: {
    /** Default: `page`. */
    readonly schema: (item: z.ZodObject) => z.ZodObject
    /** Further properties. */
    readonly members?: (ctx: Context) => Readonly<Record<string, unknown>>
    /** The number of pages of an empty list. Default: 0. */
    readonly leastPages?: number
  }
}

type RowSchema<S> = S extends z.ZodObject ? S : z.ZodObject

/** Parameters that every list accepts besides its filters. Values that are not ids match nothing (decision: Malformed input). */
export const ListQuery = PageQuery.extend({
  id: z.string().max(200).optional(),
  ids: z.string().max(10_000).optional(),
  sortField: z.string().max(50).optional(),
  /** As documented, anything but `desc` is ascending. */
  sortDir: z
    .string()
    .max(10)
    .optional()
    .meta({ enum: ['asc', 'desc'] }),
  /** The id of the last row of the previous page; the cost does not grow with the number of rows before it. */
  after: z.string().max(200).optional(),
})

export type ListQuery = z.output<typeof ListQuery>
