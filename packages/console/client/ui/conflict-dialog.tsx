import type { JSX } from 'preact'
import { useData } from '../lib/data.ts'
import { relativeTime, valueText, visible } from '../lib/format.ts'
import { actionName, t } from '../lib/i18n.ts'
import { recordMember } from '../lib/record-member.ts'
import { kindName } from '../lib/kind-name.ts'
import { pathOfAction } from '../lib/records.ts'
import type { Action, Conflict } from '../lib/types.ts'
import { type Refusal, refusal } from '../lib/undo.ts'
import { Dialog } from './dialog.tsx'
import { FieldTable } from './field-table.tsx'
import { Shown } from './states.tsx'

/** Explains an undo that later changes do not allow: for each field, what it was to become and who has changed it since. */
export function ConflictDialog(shown: Refusal): JSX.Element {
  const close = () => (refusal.value = null)
  return (
    <Dialog
      title={t('conflict.title')}
      look="wide"
      onClose={close}
      footer={
        <button type="button" class="button primary" onClick={close}>
          {t('conflict.keep')}
        </button>
      }
    >
      <p>{t('conflict.text', { label: shown.label })}</p>
      {shown.conflicts.map((conflict) => (
        <ConflictOf key={`${conflict.resourceKind} ${conflict.resourceId}`} refusal={shown} conflict={conflict} />
      ))}
    </Dialog>
  )
}

interface Props {
  readonly refusal: Refusal
  readonly conflict: Conflict
}

function ConflictOf({ refusal: { logId }, conflict: { resourceKind, resourceId, fields } }: Props): JSX.Element {
  const history = useData<{ items: readonly Action[] }>('/audit_logs/audit-logs/actions', {
    resourceKind,
    resourceId,
    limit: 100,
  })
  return (
    <Shown of={history}>
      {({ items }) => {
        // The newest come first.
        const at = items.findIndex(({ id }) => id === logId)
        const entry = items[at]
        const later = items.slice(0, Math.max(at, 0))
        return (
          <section class="conflict">
            <h3>{entry ? actionName(entry) : visible(kindName(resourceKind), 80)}</h3>
            <FieldTable columns={[t('conflict.restores'), t('conflict.now'), t('conflict.changedBy')]}>
              {fields.map((field) => {
                const by = later.find(({ changes }) => changes && field in changes)
                return (
                  <tr key={field}>
                    <th scope="row">{recordMember(field)}</th>
                    <td>{valueText(entry?.changes?.[field]?.from ?? entry?.snapshotBefore?.[field])}</td>
                    <td>
                      <ins>{by ? valueText(by.changes?.[field]?.to) : '…'}</ins>
                    </td>
                    <td>
                      {by ? (
                        <a href={pathOfAction(by.id)} onClick={() => (refusal.value = null)}>
                          {visible(by.actorUserName ?? '—', 80)}, {relativeTime(by.createdAt)}
                        </a>
                      ) : (
                        '—'
                      )}
                    </td>
                  </tr>
                )
              })}
              {fields.length === 0 && (
                <tr>
                  <td colSpan={4}>{t('conflict.row')}</td>
                </tr>
              )}
            </FieldTable>
          </section>
        )
      }}
    </Shown>
  )
}
