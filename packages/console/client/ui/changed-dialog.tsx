import type { JSX } from 'preact'
import { BOOKKEEPING } from '../lib/changes.ts'
import { valueText } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { recordMember } from '../lib/record-member.ts'
import { isSame } from '../lib/merge.ts'
import type { Removal } from '../lib/removal.ts'
import { Confirm } from './dialog.tsx'
import { FieldTable } from './field-table.tsx'

/** Asks again before a record is deleted that others have changed, and shows what they have changed. */
export function ChangedDialog({ seen, now, answer }: Removal): JSX.Element {
  const [before, after] = [seen.values, now.values]
  const columns = [t('diff.before'), t('conflict.now')]
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => !BOOKKEEPING.has(name) && !isSame(before[name], after[name]),
  )
  return (
    <Confirm
      title={t('merge.title')}
      text={
        <>
          <p role="alert">{t('merge.deleteText')}</p>
          {names.length > 0 && (
            <FieldTable columns={columns}>
              {names.map((name) => (
                <tr key={name}>
                  <th scope="row">{recordMember(name)}</th>
                  <td data-label={columns[0]}>{valueText(before[name])}</td>
                  <td data-label={columns[1]}>
                    <ins>{valueText(after[name])}</ins>
                  </td>
                </tr>
              ))}
            </FieldTable>
          )}
        </>
      }
      action={t('deleteAnyway')}
      onClose={() => answer(false)}
      onConfirm={() => answer(true)}
    />
  )
}
