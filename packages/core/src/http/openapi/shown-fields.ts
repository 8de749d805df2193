import { createHash } from 'node:crypto'
import type { Actor } from '../../define/access.ts'
import type { Context } from '../../define/context.ts'
import { CUSTOM_PREFIX } from '../../define/extensible.ts'
import { type FieldPolicies, fieldPolicies, type FieldRights } from '../../define/field-policies.ts'
import type { Route } from '../../define/route.ts'
import { fieldsOfParameter } from '../field-parameters.ts'
import { type IsShown, type Json, type SchemaMembers, withoutMembers } from './schemas.ts'
import { type KeyedTenantFields, readTenantFields, type TenantFields } from './tenant-fields.ts'

/** The fields that a document shows to a caller. */
export interface ShownFields {
  /** Equal only for callers who see the same of a tenant's fields. */
  key(fields: TenantFields): string
  readonly isShown: IsShown
  /** A parameter with the fields that the caller may use; undefined for none. */
  parameter(route: Route, parameter: Json): Json | undefined
  /** The parameters of a list that the caller may use. */
  query(route: Route, members: SchemaMembers): SchemaMembers
  /** The properties of a body that the caller may write. */
  members(route: Route, members: SchemaMembers): SchemaMembers
  /** The body of a route, without properties that the caller may not write. */
  body(route: Route, schema: Json): Json
  /** Custom fields that the caller may read. */
  custom(fields: TenantFields): TenantFields
}

/** The custom fields that a document describes, and what it leaves out. */
export interface DescribedFields extends KeyedTenantFields {
  readonly rights: ShownFields | undefined
}

/** The fields that a caller may use, with a key that is equal only for equal ones; it is empty if there is nothing to describe. */
export async function readDescribedFields(ctx: Pick<Context, 'inject' | 'actor'>): Promise<DescribedFields> {
  const known = await readTenantFields(ctx)
  const rights = shownFieldsOf(ctx.inject(fieldPolicies), ctx.actor)
  if (!rights) return { ...known, rights }
  return { key: `${known.key} ${rights.key(known.fields)}`, fields: rights.custom(known.fields), rights }
}

/** What a document shows to an actor whose fields are restricted; undefined for others. */
function shownFieldsOf(policies: FieldPolicies, actor: Actor): ShownFields | undefined {
  if (!policies.restricts(actor)) return undefined
  const restricted = policies.kinds.flatMap((kind) => {
    const rights = policies.ofKind(actor, kind)
    return rights ? [[kind, rights] as const] : []
  })
  if (restricted.length === 0) return undefined
  const byKind = new Map(restricted)
  const shown: ShownFields = {
    key: (fields) =>
      digestOf(restricted, (kind) => [
        ...policies.namesOf(kind),
        ...(fields.get(kind) ?? []).map(({ key }) => CUSTOM_PREFIX + key),
      ]),
    isShown: (entity, action, name) => policies.of(actor, entity)?.may(action, name) ?? true,
    parameter(route, parameter) {
      const { reads } = route.spec
      const rights = byKind.get((typeof reads === 'string' ? reads : reads?.kind) ?? '')
      if (!rights || parameter['in'] !== 'query') return parameter
      const name = String(parameter['name'])
      const fields = fieldsOfParameter(name)
      if (fields.length > 0) return fields.some((field) => rights.may('read', field)) ? parameter : undefined
      if (name !== 'sortField') return parameter
      const schema = parameter['schema'] as { readonly enum?: readonly string[] }
      if (!schema.enum) return parameter
      return { ...parameter, schema: { ...schema, enum: schema.enum.filter((one) => rights.may('read', one)) } }
    },
    body({ command, spec }, schema) {
      const rights = byKind.get((command ?? spec.runs)?.resource ?? '')
      const { properties } = schema as { readonly properties?: object }
      if (!rights || !properties) return schema
      const names = policies.namesOf((command ?? spec.runs)!.resource!)
      const isBeyond = (name: string) => names.has(name) || name.startsWith(CUSTOM_PREFIX)
      return withoutMembers(
        schema,
        Object.keys(properties).filter((name) => isBeyond(name) && !rights.may('write', name)),
      )
    },
    query(route, { properties, required }) {
      const entries = Object.entries(properties).flatMap(([name, schema]) => {
        const left = shown.parameter(route, { name, in: 'query', schema })
        return left ? [[name, left['schema'] as Json] as const] : []
      })
      return membersOf(Object.fromEntries(entries), required)
    },
    members(route, { properties, required }) {
      const left = shown.body(route, { type: 'object', properties })
      return membersOf(left['properties'] as SchemaMembers['properties'], required)
    },
    custom: (fields) =>
      new Map(
        [...fields].map(([kind, all]) => {
          const rights = byKind.get(kind)
          return [kind, rights ? all.filter(({ key }) => rights.may('read', CUSTOM_PREFIX + key)) : all]
        }),
      ),
  }
  return shown
}

const membersOf = (properties: SchemaMembers['properties'], required: readonly string[]): SchemaMembers => ({
  properties,
  required: required.filter((name) => Object.hasOwn(properties, name)),
})

function digestOf(
  restricted: readonly (readonly [string, FieldRights])[],
  namesOf: (kind: string) => readonly string[],
): string {
  const hash = createHash('sha256')
  for (const [kind, rights] of restricted) {
    const said = namesOf(kind).map((name) => [name, rights.may('read', name), rights.may('write', name)])
    hash.update(JSON.stringify([kind, said]))
  }
  return hash.digest('base64url')
}
