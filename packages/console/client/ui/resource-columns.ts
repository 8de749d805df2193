import { knownName } from '../lib/data.ts'
import { textIn } from '../lib/i18n.ts'
import type { Field, Resource } from '../lib/openapi.ts'
import { nameOf } from '../lib/records.ts'
import type { Row } from '../lib/types.ts'
import { OWNER } from './owner.tsx'

const MAX_COLUMNS = 5

interface Members {
  readonly members: readonly Field[]
  /** The member that names a record. */
  readonly label: string
  /** Whether a member is shown as more than an id. */
  readonly isNamed: (member: Field) => boolean
  /** The member with its state. */
  readonly state: string | undefined
}

type Listable = Field & { readonly isExtra: boolean }

/** All that a list can show; what is not usual is there to be chosen. */
export function columnsOf(all: Members, wanted: readonly string[] | undefined): readonly Listable[] {
  const { members, isNamed } = all
  const usual = wanted ? wantedOf(members, wanted) : firstOf(all)
  const others = members.filter(
    (one) => !usual.includes(one) && (isNamed(one) || one.name === OWNER) && isListable(one),
  )
  return [...usual.map((one) => ({ ...one, isExtra: false })), ...others.map((one) => ({ ...one, isExtra: true }))]
}

function wantedOf(members: readonly Field[], wanted: readonly string[]): readonly Field[] {
  const custom = members.filter(({ name }) => name.startsWith('cf_'))
  return [...wanted.flatMap((name) => members.filter((one) => one.name === name)), ...custom]
}

function firstOf({ members, label, isNamed, state }: Members): readonly Field[] {
  const usual = members.filter(
    (one) => isNamed(one) && isListable(one) && one.name !== 'updatedAt' && one.name !== label,
  )
  // An id tells people nothing.
  const main = members.filter(({ name }) => name === label && name !== 'id')
  return [...main, ...usual].filter(({ name }, at) => at < MAX_COLUMNS || name === state)
}

const isListable = ({ kind }: Field) => kind !== 'json' && kind !== 'lines'

export interface Naming {
  readonly described: Resource
  readonly references?: Readonly<Record<string, string>> | undefined
}

/** What a record is called, which the page may call by another name; undefined if it has no name, or none that is known yet. */
export function calledIn({ described, references }: Naming, label: string, row: Row): string | undefined {
  const value = row[label]
  if (label === 'id' || value === null || value === undefined) return undefined
  if (references?.[label] !== undefined) return knownName(String(value))
  if (typeof value === 'object') return nameOf(value as Row)
  const known = described.members.find(({ name }) => name === label)?.choiceLabels
  return known && Object.hasOwn(known, String(value)) ? textIn(known[String(value)]!) : String(value)
}
