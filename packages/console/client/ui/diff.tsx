import type { JSX } from 'preact'
import { valueText } from '../lib/format.ts'
import { memberName, t } from '../lib/i18n.ts'
import type { Action, Change } from '../lib/types.ts'

const MAX_ROWS = 200

/** What has changed, field by field. */
export function Diff({ changes }: { readonly changes: readonly (readonly [string, Change])[] }): JSX.Element {
  if (changes.length === 0) return <p class="muted">{t('diff.none')}</p>
  return (
    <table class="diff">
      <thead>
        <tr>
          <th scope="col">{t('diff.field')}</th>
          <th scope="col">{t('diff.before')}</th>
          <th scope="col">{t('diff.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.slice(0, MAX_ROWS).map(([name, { from, to }]) => (
          <tr key={name}>
            <th scope="row">{memberName(name)}</th>
            <td>
              {from !== undefined && from !== null && from !== '' ? <del>{valueText(from)}</del> : <span>—</span>}
            </td>
            <td>{to !== undefined && to !== null && to !== '' ? <ins>{valueText(to)}</ins> : <span>—</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Members that every record has and nobody looks for. */
const BOOKKEEPING = new Set(['id', 'tenantId', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy', 'version'])

/** The changes of an entry; of a record that was made or deleted, all its members. */
export function changesOf({ changes, snapshotBefore, snapshotAfter }: Action): readonly (readonly [string, Change])[] {
  const listed = Object.entries(changes ?? {}).filter(([name]) => !BOOKKEEPING.has(name))
  if (listed.length > 0) return listed
  const names = new Set([...Object.keys(snapshotBefore ?? {}), ...Object.keys(snapshotAfter ?? {})])
  return [...names]
    .map((name) => [name, { from: snapshotBefore?.[name], to: snapshotAfter?.[name] }] as const)
    .filter(([name, { from, to }]) => !BOOKKEEPING.has(name) && JSON.stringify(from) !== JSON.stringify(to))
}
