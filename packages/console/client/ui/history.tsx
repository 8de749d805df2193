import type { JSX } from 'preact'
import { useData } from '../lib/data.ts'
import { changesOf } from '../lib/changes.ts'
import { dateTime, relativeTime, visible } from '../lib/format.ts'
import { actionName, t } from '../lib/i18n.ts'
import { pathOfHistory } from '../lib/records.ts'
import { may } from '../lib/session.ts'
import type { Action } from '../lib/types.ts'
import { redo, undo } from '../lib/undo.ts'
import { deferred } from './deferred.tsx'
import { Icon } from './icon.tsx'
import { Empty, Shown } from './states.tsx'

const SHOWN = 20

const Diff = deferred(async () => (await import('./diff.tsx')).Diff)

/** What has happened to a record, newest first, each with its changes and a way to take it back. */
export function History({ kind, id }: { readonly kind: string; readonly id: string }): JSX.Element {
  const history = useData<{ items: readonly Action[] }>('/audit_logs/audit-logs/actions', {
    resourceKind: kind,
    resourceId: id,
    includeRelated: true,
    limit: SHOWN,
  })
  return (
    <Shown of={history}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty icon="history" title={t('history.empty')} />
        ) : (
          <>
            <ol class="timeline">
              {items.map((action) => (
                <li key={action.id}>
                  <details>
                    <summary>
                      <span class="timeline-label">{visible(actionName(action), 120)}</span>
                      <span class="muted" title={dateTime(action.createdAt)}>
                        {visible(action.actorUserName ?? '—', 80)}, {relativeTime(action.createdAt)}
                      </span>
                      <StateBadge action={action} />
                    </summary>
                    <Diff changes={changesOf(action)} kind={action.resourceKind} />
                    <Revert action={action} />
                  </details>
                </li>
              ))}
            </ol>
            {items.length === SHOWN && <a href={pathOfHistory(kind, id)}>{t('history.all')}</a>}
          </>
        )
      }
    </Shown>
  )
}

export function StateBadge({ action: { executionState } }: { readonly action: Action }): JSX.Element | null {
  if (executionState === 'done') return null
  return <span class={`badge ${executionState === 'failed' ? 'bad' : ''}`}>{t(`state.${executionState}`)}</span>
}

/** The button that takes an entry back, or does it again. */
export function Revert({ action }: { readonly action: Action }): JSX.Element | null {
  const { id, undoToken, executionState, actionLabel } = action
  if (undoToken !== null && may('audit_logs.undo_self'))
    return (
      <button type="button" class="button small" onClick={() => void undo({ id, undoToken, actionLabel })}>
        <Icon name="undo" size={16} />
        {t('undo.undo')}
      </button>
    )
  if (executionState === 'undone' && may('audit_logs.redo_self'))
    return (
      <button type="button" class="button small" onClick={() => void redo(id, actionName(action))}>
        <Icon name="redo" size={16} />
        {t('undo.redo')}
      </button>
    )
  return null
}
