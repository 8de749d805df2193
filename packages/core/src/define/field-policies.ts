import type { z } from 'zod'
import type { Declared } from '../data/query/row-types.ts'
import type { Access, Actor } from './access.ts'
import type { LineTable } from './command.ts'
import { defineService } from './service.ts'

/** What a property requires, besides what its resource does. */
export interface FieldAccess {
  /** Without it, the property is left out of everything the caller gets, and cannot be written either. */
  readonly read?: Access
  /** Without it, the property cannot be changed. */
  readonly write?: Access
}

/** What properties of a kind of resource require. */
export interface DeclaredFields {
  readonly kind: string
  readonly properties: Readonly<Record<string, FieldAccess>>
}

/** What somebody does with a field. */
export type FieldAction = 'read' | 'write'

/** What a caller may do with the fields of a kind of resource, or of its lines. */
export interface FieldRights {
  /** `name` is a property (`cost`), a custom field (`cf_region`), or a property of lines (`items.cost`). */
  may(action: FieldAction, name: string): boolean
  /**
   * Whether the caller may use a condition whose fields are not known: only if no declaration in code hides a field from the
   * caller, and policies list the name of the condition.
   */
  mayUse(name: string): boolean
}

/** A recorded row by columns, or a row by properties. */
type Values = Readonly<Record<string, unknown>>

/** Lines of a resource, and the property that contains them. */
export type NamedLines = LineTable & { readonly name: string }

/** Decides which fields of rows a caller may read and write, and takes out of answers what the caller may not read. */
export interface FieldPolicies {
  /** The kinds of resources whose fields can be restricted. Those of custom entities are not among them. */
  readonly kinds: readonly string[]
  /** What policies of a kind can name, besides custom fields: properties, lines and their properties, parameters of lists. */
  namesOf(kind: string): ReadonlySet<string>
  /** Why a policy of a kind cannot name a field, in a sentence; undefined if it can. */
  faultOf(kind: string, name: string): string | undefined
  linesOf(kind: string): readonly NamedLines[]
  /** Whether anything may be hidden from an actor. Costs nothing. */
  restricts(actor: Actor): boolean
  /** What an actor may do with the fields of a kind; undefined if none is restricted. */
  ofKind(actor: Actor, kind: string): FieldRights | undefined
  /** The same for the rows of an entity, which may be resources, or lines of some. */
  of(actor: Actor, entity: Declared): FieldRights | undefined
  /** The tables of which an actor may not read or write some columns, and these columns, except those that the platform fills in. */
  columnsBeyond(actor: Actor, action: FieldAction): ReadonlyMap<string, readonly string[]>
  /** The same for one field, by table and column, or `cf_` and the key of a custom field. */
  mayReadColumn(actor: Actor, table: string, column: string): boolean
  /**
   * Whether an actor may read what conditions on rows of a kind compare: a column, or `cf_` and the key of a custom field. Records of
   * custom entities are in one table, so their kind decides.
   */
  mayCompare(actor: Actor, kind: string, compared: { readonly table: string; readonly column: string }): boolean
  /** What an actor may do with the fields of a recorded row; undefined if none is restricted. */
  ofImage(actor: Actor, table: string, image: Values): FieldRights | undefined
  /** A recorded row without what the actor may not read. */
  imageFor(actor: Actor, table: string, image: Values | null): Values | null
  /** Whether a schema says which rows it shows. */
  isAboutRows(schema: z.ZodType): boolean
  /** A row of a kind without what the actor may not read. */
  rowFor(actor: Actor, kind: string, row: Values): Values
  /** A value without what the actor may not read, wherever its schema shows rows. */
  shownTo(actor: Actor, schema: z.ZodType, value: unknown): unknown
}

/** Resolve with `inject(fieldPolicies)`; available on every platform. */
export const fieldPolicies = defineService<FieldPolicies>('core.field-policies')

/** Where a handler finds them, if anything may be hidden from its caller: resolving a service would cost every list something. */
export const RESTRICTING = Symbol('restricting')
