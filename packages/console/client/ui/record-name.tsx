import type { JSX } from 'preact'
import { knownName } from '../lib/data.ts'
import { visible } from '../lib/format.ts'
import { useLabels } from '../lib/labels.ts'
import { NAMES } from '../lib/records.ts'
import type { Action } from '../lib/types.ts'

/** Entities whose labels can be asked for, by the kinds of their records. */
const ENTITIES: Readonly<Record<string, string>> = {
  'auth.user': 'auth:user',
  'auth.role': 'auth:role',
  'directory.organization': 'directory:organization',
  'catalog.product': 'catalog:catalog_product',
}

/** What the record of an entry is called: as the entry has it, else as it is called today. */
export function RecordName({ action }: { readonly action: Action }): JSX.Element | null {
  const { resourceKind, resourceId, parentResourceKind, parentResourceId } = action
  const own = nameIn(action.snapshotAfter) ?? nameIn(action.snapshotBefore)
  // Rights of a role are known by the role.
  const [kind, id] =
    parentResourceKind && parentResourceId ? [parentResourceKind, parentResourceId] : [resourceKind, resourceId]
  const entity = kind ? ENTITIES[kind] : undefined
  const [label] = useLabels(entity ?? '', own === undefined && entity && id ? [id] : [])
  const name = own ?? label ?? (id ? knownName(id) : undefined)
  return name === undefined ? null : <span class="cut strong">{visible(name, 120)}</span>
}

function nameIn(snapshot: Action['snapshotAfter']): string | undefined {
  // A record of a custom entity has nothing but custom fields.
  const { custom } = (snapshot ?? {}) as { readonly custom?: Action['snapshotAfter'] }
  for (const names of [snapshot, custom]) {
    const found = NAMES.map((name) => names?.[name]).find((value) => typeof value === 'string' && value !== '')
    if (found !== undefined) return found as string
  }
  return undefined
}
