import type { RowAction } from '../data/query/row-tests.ts'
import type { AclSource, PolicyCondition, PolicyEntry, PolicyLayer } from '../define/row-policies.ts'

/** A condition that permits rows, and the row of rights that contains it. */
export interface PolicyAlternative {
  readonly source: AclSource
  readonly condition: PolicyCondition
}

/** The layer of these entries; none if no entry has a policy. */
export const toLayers = (entries: readonly PolicyEntry[]): readonly PolicyLayer[] =>
  entries.some(({ policies }) => policies !== null && Object.keys(policies).length > 0)
    ? [entries.filter(({ features, policies }) => policies !== null || features.length > 0)]
    : []

/** The kinds of resources that a policy of these layers is about. */
export const kindsIn = (layers: readonly PolicyLayer[]): readonly string[] => [
  ...new Set(layers.flatMap((layer) => layer.flatMap(({ policies }) => Object.keys(policies ?? {})))),
]

/**
 * The conditions of a layer, of which a row must satisfy one; null if the layer restricts nothing: an entry that grants features of
 * the resource's module without a policy for the action opens all rows.
 */
export function alternativesIn(
  layer: PolicyLayer,
  kind: string,
  action: RowAction,
): readonly PolicyAlternative[] | null {
  const said = layer.map((entry) => saysOf(entry, kind, action))
  if (said.includes('open')) return null
  const alternatives = said.filter((one) => typeof one === 'object')
  return alternatives.length > 0 ? alternatives : null
}

/** What an entry says of rows: a condition, all of them, or nothing. */
function saysOf({ source, features, policies }: PolicyEntry, kind: string, action: RowAction) {
  const condition = policies && Object.hasOwn(policies, kind) ? policies[kind]![action] : undefined
  if (condition) return { source, condition }
  return concerns(features, kind) ? 'open' : undefined
}

/** Whether a grant is about the module of a kind. */
export function concerns(features: readonly string[], kind: string): boolean {
  const [module = ''] = kind.split('.')
  return features.some((grant) => grant === '*' || grant === module || grant.startsWith(`${module}.`))
}

const ACTIONS = ['read', 'update', 'delete'] as const satisfies readonly RowAction[]

/** A change of rights, and who makes it. Undefined layers restrict nothing. */
interface PolicyChange {
  readonly actor: readonly PolicyLayer[]
  readonly from: PolicyLayer
  readonly to: PolicyLayer
}

/**
 * The kinds of which a change gives more rows than the actor has. Whether one condition includes another cannot be decided in
 * general, so an actor who is restricted can only pass on conditions that restrict them as well, word for word.
 */
export function rowsBeyond({ actor, from, to }: PolicyChange): readonly string[] {
  return kindsIn(actor).filter((kind) =>
    ACTIONS.some((action) => {
      const had = new Set(from.map((entry) => textOf(saysOf(entry, kind, action))))
      const given = to.map((entry) => textOf(saysOf(entry, kind, action))).filter((one) => one !== NOTHING)
      const added = had.has(EVERYTHING) ? [] : given.filter((one) => !had.has(one))
      return actor.some((layer) => {
        const held = alternativesIn(layer, kind, action)
        if (!held) return false
        const known = new Set(held.map(textOf))
        return added.some((one) => !known.has(one))
      })
    }),
  )
}

const NOTHING = 'nothing'
const EVERYTHING = 'everything'

function textOf(said: ReturnType<typeof saysOf>): string {
  if (said === undefined) return NOTHING
  return said === 'open' ? EVERYTHING : canonical(said.condition)
}

/** The same text for equal conditions: the database orders members in its own way. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join()}}`
}
