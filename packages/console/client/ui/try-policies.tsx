import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { number, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { toast } from '../lib/toasts.ts'
import { may } from '../lib/session.ts'
import type { Listed, User } from '../lib/types.ts'
import { PersonPicker } from './pickers.tsx'

interface Tried {
  readonly userId: string
  readonly email: string
  readonly kind: string
  readonly total: number
  readonly visible: number
  readonly examples: { readonly visible: readonly string[]; readonly hidden: readonly string[] }
  readonly names: Readonly<Record<string, string>>
}

interface TryProps {
  readonly roleId: string
  readonly policies: Readonly<Record<string, object>>
  /** What records of a kind are called. */
  readonly titleOf: (kind: string) => string
}

const MOST_PEOPLE = 5

/** How many records policies would leave for people of a role, with examples, before they are saved. */
export function TryPolicies({ roleId, policies, titleOf }: TryProps): JSX.Element | null {
  const query = { roleIds: roleId, pageSize: MOST_PEOPLE }
  const { data } = useData<Listed<User>>(may('auth.users.list') ? '/auth/users' : null, query)
  const [person, setPerson] = useState('')
  const [tried, setTried] = useState<readonly Tried[]>()
  if (Object.keys(policies).length === 0 || !data) return null
  const holders = data.items.map(({ id }) => id)
  const userIds = holders.length > 0 ? holders : person === '' ? [] : [person]
  const attempt = async () => {
    try {
      const body = { roleId, policies, userIds }
      const { items } = await call<{ items: readonly Tried[] }>('POST', '/auth/roles/row-policies/try', {
        body,
        isRead: true,
      })
      setTried(items)
    } catch (error) {
      setTried(undefined)
      toast({ text: error instanceof Error ? error.message : String(error), kind: 'bad' })
    }
  }
  return (
    <section class="policy try" aria-label={t('policies.try')}>
      <p class="muted">{t('policies.tryText')}</p>
      {holders.length === 0 && (
        <PersonPicker
          value={person}
          onChange={(id) => {
            setPerson(id)
            setTried(undefined)
          }}
        />
      )}
      <div>
        <button type="button" class="button" disabled={userIds.length === 0} onClick={() => void attempt()}>
          {t('policies.try')}
        </button>
      </div>
      {tried && (
        <ul class="rows tried" aria-label={t('policies.tryPeople')}>
          {tried.map(({ userId, email, kind, total, visible: left, examples, names }) => (
            <li key={`${userId} ${kind}`}>
              <span class="strong">{visible(email, 120)}</span>
              <span class="badge">
                {titleOf(kind)}: {t('policies.tryCount', { visible: number(left), total: number(total) })}
              </span>
              <Examples title={t('policies.tryVisible')} ids={examples.visible} names={names} />
              <Examples title={t('policies.tryHidden')} ids={examples.hidden} names={names} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface ExamplesProps {
  readonly title: string
  readonly ids: readonly string[]
  readonly names: Tried['names']
}

function Examples({ title, ids, names }: ExamplesProps): JSX.Element | null {
  if (ids.length === 0) return null
  return (
    <span class="muted">
      {title}: {ids.map((id) => visible(names[id] ?? id, 60)).join(', ')}
    </span>
  )
}
