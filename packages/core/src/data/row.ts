import type { ExtractDefineEntityProperties, Opt, Primary } from '@mikro-orm/core'

/** An entity as `defineEntity` gives it; `T` is what the ORM makes of its rows. */
export interface Declared<T extends object = object> {
  readonly '~entity': T
  readonly name?: string
}

export const nameOf = ({ name }: Declared): string => name ?? 'without a name'

/** The declared properties of an entity, inherited ones included. */
export type PropertiesOf<T> = ExtractDefineEntityProperties<T>

type Builder<P> = P extends (...call: never[]) => infer R ? R : P
type OptionsOf<P> = Builder<P> extends { '~options': infer O } ? O : never
/** What a property holds before nullability: for a relation, the entity it leads to. */
export type ValueOf<P> = Builder<P> extends { '~type'?: { value: infer V } } ? V : never

type Owning = { kind: 'm:1' } | { kind: '1:1'; owner: true }
type Absent = { persist: false } | { kind: 'm:n' | '1:m' | 'embedded' } | { kind: '1:1'; owner?: false }

/** Whether the table has a column for the property. */
type IsStored<P> = OptionsOf<P> extends Absent ? (OptionsOf<P> extends Owning ? true : false) : true
/** Whether callers may leave the property out. */
export type HasDefault<P> =
  OptionsOf<P> extends { default: unknown } | { defaultRaw: unknown } | { onCreate: unknown } ? true : false

/** A value as queries give it and as it travels: instants are ISO 8601 text, big integers numbers. */
type Spelled<V> = V extends Date ? string : V extends bigint ? number : V
type Key<E> = Primary<E> extends Opt<infer K> ? K : Primary<E>
type Held<P> = OptionsOf<P> extends Owning ? Key<ValueOf<P>> : Spelled<ValueOf<P>>
type Listed<P> = OptionsOf<P> extends { array: true } ? Held<P>[] : Held<P>
type Column<P> = OptionsOf<P> extends { nullable: true } ? Listed<P> | null : Listed<P>

/** A row by its property names, in the spelling of the wire. */
export type Row<T> = {
  -readonly [K in keyof PropertiesOf<T> & string as IsStored<PropertiesOf<T>[K]> extends true ? K : never]: Column<
    PropertiesOf<T>[K]
  >
}

/** Relations of which the table has the key. */
export type RelationsOf<T> = {
  [K in keyof PropertiesOf<T> & string as OptionsOf<PropertiesOf<T>[K]> extends Owning ? K : never]: ValueOf<
    PropertiesOf<T>[K]
  >
}
