import type { JSX } from 'preact'
import { number, valueText } from '../lib/format.ts'
import { memberName, t } from '../lib/i18n.ts'
import type { Action, Change } from '../lib/types.ts'
import { FieldTable } from './field-table.tsx'

const MAX_ROWS = 200

/** What has changed, field by field; of a set, what was added and removed. */
export function Diff({ changes }: { readonly changes: readonly (readonly [string, Change])[] }): JSX.Element {
  if (changes.length === 0) return <p class="muted">{t('diff.none')}</p>
  return (
    <FieldTable columns={[t('diff.before'), t('diff.after')]}>
      {changes.slice(0, MAX_ROWS).map(([name, { from, to }]) => {
        const set = asSet(from, to)
        return (
          <tr key={name}>
            <th scope="row">{memberName(name)}</th>
            {set ? (
              <>
                <td>
                  <Members values={set.removed} kind="del" />
                </td>
                <td>
                  <Members values={set.added} kind="ins" />
                  {set.kept > 0 && <p class="muted">{t('diff.kept', { count: number(set.kept) })}</p>}
                </td>
              </>
            ) : (
              <>
                <td>{isEmpty(from) ? <span>—</span> : <del>{valueText(from)}</del>}</td>
                <td>{isEmpty(to) ? <span>—</span> : <ins>{valueText(to)}</ins>}</td>
              </>
            )}
          </tr>
        )
      })}
    </FieldTable>
  )
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

interface MembersProps {
  readonly values: readonly string[]
  readonly kind: 'del' | 'ins'
}

function Members({ values, kind: Kind }: MembersProps): JSX.Element {
  if (values.length === 0) return <span>—</span>
  return (
    <ul class="members">
      {values.slice(0, MAX_ROWS).map((value) => (
        <li key={value}>
          <Kind>{value}</Kind>
        </li>
      ))}
    </ul>
  )
}

/** Lists of plain values are sets to those who read them: undefined for anything else, and if only the order has changed. */
function asSet(from: unknown, to: unknown) {
  const [before, after] = [from ?? [], to ?? []]
  if (!isList(before) || !isList(after) || before.length + after.length === 0) return undefined
  const [old, now] = [new Set(before.map(valueText)), new Set(after.map(valueText))]
  const removed = [...old].filter((one) => !now.has(one))
  const added = [...now].filter((one) => !old.has(one))
  if (removed.length + added.length === 0) return undefined
  return { removed, added, kept: now.size - added.length }
}

const isList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.every((one) => typeof one !== 'object')

/** Members that every record has and nobody looks for. */
export const BOOKKEEPING = new Set(['id', 'tenantId', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy', 'version'])

/** The changes of an entry; of a record that was made or deleted, all its members. */
export function changesOf({ changes, snapshotBefore, snapshotAfter }: Action): readonly (readonly [string, Change])[] {
  const listed = Object.entries(changes ?? {}).filter(([name]) => !BOOKKEEPING.has(name))
  if (listed.length > 0) return listed
  const names = new Set([...Object.keys(snapshotBefore ?? {}), ...Object.keys(snapshotAfter ?? {})])
  return [...names]
    .map((name) => [name, { from: snapshotBefore?.[name], to: snapshotAfter?.[name] }] as const)
    .filter(([name, { from, to }]) => !BOOKKEEPING.has(name) && JSON.stringify(from) !== JSON.stringify(to))
}
