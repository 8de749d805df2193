import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { dateTime, relativeTime, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { toast } from '../lib/toasts.ts'
import type { Listed } from '../lib/types.ts'
import { PagerButtons } from './pager-buttons.tsx'
import { Empty, Shown } from './states.tsx'

interface Session {
  readonly id: string
  readonly isCurrent: boolean
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly userAgent: string | null
  readonly ipAddress: string | null
}

/** Where an account is signed in, and the buttons that end that; without an account, the visitor's own. */
export function Sessions({ userId }: { readonly userId?: string }): JSX.Element {
  const path = userId === undefined ? '/auth/sessions' : '/auth/users/sessions'
  const of = userId === undefined ? {} : { userId }
  const [page, setPage] = useState(1)
  const sessions = useData<Listed<Session>>(path, { ...of, page, pageSize: 50 })
  const end = (which: { readonly id?: string; readonly others?: true }) =>
    void call('DELETE', path, { query: { ...of, ...which } }).catch((error: Error) =>
      toast({ text: error.message, kind: 'bad' }),
    )
  return (
    <Shown of={sessions}>
      {({ items, total, totalPages }) =>
        total === 0 ? (
          <Empty icon="lock" title={t('sessions.none')} />
        ) : (
          <div class="stack">
            <ul class="rows">
              {items.map(({ id, isCurrent, createdAt, lastUsedAt, userAgent, ipAddress }) => (
                <li key={id}>
                  <span>
                    <span class="strong">{visible(deviceOf(userAgent), 80)}</span>{' '}
                    {isCurrent && <span class="badge good">{t('sessions.current')}</span>}
                    <span class="below muted" title={dateTime(createdAt)}>
                      {[ipAddress, relativeTime(lastUsedAt ?? createdAt)].filter(Boolean).join(' · ')}
                    </span>
                  </span>
                  {!isCurrent && (
                    <button type="button" class="button small push" onClick={() => end({ id })}>
                      {t('sessions.end')}
                    </button>
                  )}
                </li>
              ))}
            </ul>
            <PagerButtons page={page} totalPages={totalPages} onChange={setPage} />
            {total > 1 && (
              <div class="actions">
                <button type="button" class="button" onClick={() => end(userId === undefined ? { others: true } : {})}>
                  {userId === undefined ? t('sessions.endOthers') : t('sessions.endAll')}
                </button>
              </div>
            )}
          </div>
        )
      }
    </Shown>
  )
}

/** "Firefox, Linux": enough to recognize a device by. */
function deviceOf(userAgent: string | null): string {
  if (userAgent === null) return '—'
  const browser = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'].find((name) => userAgent.includes(`${name}/`))
  const system = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS', 'Linux'].find((name) => userAgent.includes(name))
  const names: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS': 'macOS' }
  const known = [browser, system].filter((one) => one !== undefined).map((one) => names[one] ?? one)
  return known.length > 0 ? known.join(', ') : userAgent
}
