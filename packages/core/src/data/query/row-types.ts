import type { ExtractDefineEntityProperties, Opt, Primary } from '@mikro-orm/core'

/** An entity declared with `defineEntity`; `T` is the type of the ORM's instances. */
export interface Declared<T extends object = object> {
  readonly '~entity': T
  readonly name?: string
}

export const nameOf = ({ name }: Declared): string => name ?? 'without a name'

/** The declared properties of an entity, including inherited ones. */
export type PropertiesOf<T> = ExtractDefineEntityProperties<T>

type BuilderOf<P> = P extends (...call: never[]) => infer R ? R : P

type OptionsOf<P> = BuilderOf<P> extends { '~options': infer O } ? O : never

/** The type of a property without null; for a relation, the related entity. */
export type ValueOf<P> = BuilderOf<P> extends { '~type'?: { value: infer V } } ? V : never

type OwningRelation = { kind: 'm:1' } | { kind: '1:1'; owner: true }

type Absent = { persist: false } | { kind: 'm:n' | '1:m' | 'embedded' } | { kind: '1:1'; owner?: false }

/** Whether the table has a column for the property. */
type IsStored<P> = OptionsOf<P> extends Absent ? (OptionsOf<P> extends OwningRelation ? true : false) : true

/** Whether callers may leave the property out. */
export type HasDefault<P> =
  OptionsOf<P> extends { default: unknown } | { defaultRaw: unknown } | { onCreate: unknown } ? true : false

/** A value as queries return it and as it is serialized: timestamps are ISO 8601 text, big integers are numbers. */
type WireValue<V> = V extends Date ? string : V extends bigint ? number : V

type KeyOf<E> = Primary<E> extends Opt<infer K> ? K : Primary<E>

type StoredValue<P> = OptionsOf<P> extends OwningRelation ? KeyOf<ValueOf<P>> : WireValue<ValueOf<P>>

type ListValue<P> = OptionsOf<P> extends { array: true } ? StoredValue<P>[] : StoredValue<P>

type ColumnValue<P> = OptionsOf<P> extends { nullable: true } ? ListValue<P> | null : ListValue<P>

/** A row by property names, with serialized values. */
export type Row<T> = {
  -readonly [K in keyof PropertiesOf<T> & string as IsStored<PropertiesOf<T>[K]> extends true ? K : never]: ColumnValue<
    PropertiesOf<T>[K]
  >
}

/** A value as it can be written: like query results, but timestamps can also be `Date` and big integers `bigint`. */
type WrittenScalar<V> = V extends Date ? Date | string : V extends bigint ? bigint | number : ReadonlyList<V>

type ReadonlyList<V> = V extends readonly (infer E)[] ? readonly E[] : V

type WrittenValue<P> = OptionsOf<P> extends OwningRelation ? KeyOf<ValueOf<P>> : WrittenScalar<ValueOf<P>>

type WrittenList<P> = OptionsOf<P> extends { array: true } ? readonly WrittenValue<P>[] : WrittenValue<P>

type WrittenColumn<P> = OptionsOf<P> extends { nullable: true } ? WrittenList<P> | null : WrittenList<P>

type MayBeMissing<P> =
  HasDefault<P> extends true ? true : OptionsOf<P> extends { nullable: true } | { autoincrement: true } ? true : false

/** The properties of a new row; those that are nullable or have a default are optional. */
export type NewRow<T> = {
  readonly [
    K in keyof Row<T> & keyof PropertiesOf<T> as MayBeMissing<PropertiesOf<T>[K]> extends true ? never : K
  ]: WrittenColumn<PropertiesOf<T>[K]>
} & {
  readonly [
    K in keyof Row<T> & keyof PropertiesOf<T> as MayBeMissing<PropertiesOf<T>[K]> extends true ? K : never
  ]?: WrittenColumn<PropertiesOf<T>[K]>
}

/** The relations whose foreign key is in the entity's table. */
export type RelationsOf<T> = {
  [K in keyof PropertiesOf<T> & string as OptionsOf<PropertiesOf<T>[K]> extends OwningRelation ? K : never]: ValueOf<
    PropertiesOf<T>[K]
  >
}

/** A row as a command holds it: locked, and a value. Writing to it returns another one. */
export type StoredRow<T> = Readonly<Row<T>>

/** The properties that can be compared with a value. */
type Comparable<T> = {
  [K in keyof Row<T>]: NonNullable<Row<T>[K]> extends string | number | boolean ? K : never
}[keyof Row<T>]

/** Rows by property: equal to the value, or to one of several values, which may be null. */
export type Matching<T> = { readonly [K in Comparable<T>]?: Row<T>[K] | readonly Row<T>[K][] }

/** New values of a row; those that are undefined stay as they are. */
export type Changes<T> = {
  readonly [K in Exclude<keyof Row<T>, 'id' | 'tenantId'> & keyof PropertiesOf<T>]?:
    | WrittenColumn<PropertiesOf<T>[K]>
    | undefined
}
