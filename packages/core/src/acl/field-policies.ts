import type { FieldLists, PolicyEntry, PolicyLayer } from '../define/row-policies.ts'
import { concerns, kindsIn } from './row-policies.ts'

/** What somebody does with a field. */
export type FieldAction = 'read' | 'write'

/** Names that a policy lists: properties (`cost`), custom fields (`cf_region`), and properties of lines (`items.cost`). */
type Names = ReadonlySet<string>

/**
 * The fields that a layer permits; null if it restricts none: an entry that grants features of the resource's module without a
 * policy for its fields permits all of them. Whoever may not read a field may not write it.
 */
export function fieldsIn(layer: PolicyLayer, kind: string, action: FieldAction): Names | null {
  const said = layer.map((entry) => saysOf(entry, kind, action))
  if (said.includes('all')) return null
  const lists = said.filter((one) => typeof one === 'object')
  return lists.length > 0 ? new Set(lists.flatMap((names) => [...names])) : null
}

/** What an entry says of fields: a list, all of them, or nothing. */
function saysOf({ features, policies }: PolicyEntry, kind: string, action: FieldAction): Names | 'all' | undefined {
  const fields = policies && Object.hasOwn(policies, kind) ? policies[kind]!.fields : undefined
  const names = fields && (action === 'read' ? fields.read : writable(fields))
  if (names) return new Set(names)
  return concerns(features, kind) ? 'all' : undefined
}

const writable = ({ read, write }: FieldLists): readonly string[] | undefined => {
  if (!read || !write) return write ?? read
  const readable = new Set(read)
  return write.filter((name) => covers(readable, name))
}

/** Whether a list permits a field. The name of lines permits all of their properties, and one of these the lines themselves. */
export function covers(names: Names, name: string): boolean {
  if (names.has(name)) return true
  const [lines, member] = name.split('.')
  if (member !== undefined) return names.has(lines!)
  for (const one of names) if (one.startsWith(`${name}.`)) return true
  return false
}

/** A change of rights, and who makes it. */
interface FieldChange {
  readonly actor: readonly PolicyLayer[]
  readonly from: PolicyLayer
  readonly to: PolicyLayer
}

/** The kinds of which a change lets others read or write a field that the actor may not. */
export function fieldsBeyond({ actor, from, to }: FieldChange): readonly string[] {
  return kindsIn(actor).filter((kind) =>
    (['read', 'write'] as const).some((action) => {
      const had = from.map((entry) => saysOf(entry, kind, action))
      if (had.includes('all')) return false
      const known = had.filter((one) => typeof one === 'object')
      const given = to.map((entry) => saysOf(entry, kind, action))
      return actor.some((layer) => {
        const held = fieldsIn(layer, kind, action)
        if (!held) return false
        if (given.includes('all')) return true
        const added = given.flatMap((one) => (typeof one === 'object' ? [...one] : []))
        return added.some((name) => !permits(held, name) && !known.some((names) => permits(names, name)))
      })
    }),
  )
}

/** Whether whoever has these fields has all that a name stands for. */
const permits = (names: Names, name: string) => names.has(name) || (name.includes('.') && covers(names, name))
