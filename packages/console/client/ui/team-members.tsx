import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { number, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { hrefOf, pathWith } from '../lib/location.ts'
import { may } from '../lib/session.ts'
import { toast } from '../lib/toasts.ts'
import type { Listed } from '../lib/types.ts'
import { Icon } from './icon.tsx'
import { mayFindPeople, PEOPLE } from './owner.tsx'
import { PagerButtons } from './pager-buttons.tsx'
import { ReferencePicker } from './reference-picker.tsx'
import { Shown } from './states.tsx'

interface Member {
  readonly id: string
  readonly userId: string
  readonly email: string
  readonly name: string | null
  /** Empty if somebody was added by hand. */
  readonly source: string
}

const PAGE_SIZE = 50

/** The teams below a team, and who belongs to it. */
export function TeamMembers({ id }: { readonly id: string }): JSX.Element {
  const [page, setPage] = useState(1)
  const [userId, setUserId] = useState('')
  const members = useData<Listed<Member>>('/auth/teams/members', { teamId: id, page, pageSize: PAGE_SIZE })
  const canManage = may('auth.teams.manage')
  const change = (body: object) =>
    call('PUT', '/auth/teams/members', { body: { teamId: id, ...body } }).catch((error: Error) =>
      toast({ text: error.message, kind: 'bad' }),
    )
  return (
    <>
      <TeamsBelow id={id} />
      <section class="stack" aria-label={t('teams.members')} aria-busy={members.isLoading}>
        <h3>{t('teams.members')}</h3>
        {canManage && mayFindPeople() && (
          <div class="group-head">
            <ReferencePicker path={PEOPLE} label={t('explain.person')} value={userId} onChange={setUserId} />
            <button
              type="button"
              class="button"
              disabled={userId === ''}
              onClick={() => {
                setUserId('')
                void change({ add: [userId] })
              }}
            >
              {t('add')}
            </button>
          </div>
        )}
        <Shown of={members}>
          {({ items, total, totalPages }) => (
            <>
              {total === 0 && <p class="muted">{t('teams.nobody')}</p>}
              <ul class="rows">
                {items.map((member) => (
                  <li key={member.id}>
                    <MemberName member={member} />
                    {member.source !== '' && <span class="badge push">{t('teams.byGroup')}</span>}
                    {canManage && member.source === '' && (
                      <button
                        type="button"
                        class="icon-button small danger push"
                        aria-label={`${t('remove')}: ${member.email}`}
                        onClick={() => void change({ remove: [member.userId] })}
                      >
                        <Icon name="close" size={16} />
                      </button>
                    )}
                  </li>
                ))}
              </ul>
              <PagerButtons page={page} totalPages={totalPages} onChange={setPage} />
            </>
          )}
        </Shown>
      </section>
    </>
  )
}

function TeamsBelow({ id }: { readonly id: string }): JSX.Element | null {
  const [page, setPage] = useState(1)
  const { data } = useData<Listed<{ readonly id: string; readonly name: string }>>('/auth/teams', {
    parentId: id,
    page,
    pageSize: PAGE_SIZE,
  })
  if (!data || data.total === 0) return null
  return (
    <section class="stack" aria-label={t('teams.below')}>
      <h3>
        {t('teams.below')} <span class="muted">{number(data.total)}</span>
      </h3>
      <ul class="rows">
        {data.items.map((team) => (
          <li key={team.id}>
            <a class="strong cut" href={hrefOf(pathWith({ open: team.id }))}>
              {visible(team.name, 120)}
            </a>
          </li>
        ))}
      </ul>
      <PagerButtons page={page} totalPages={data.totalPages} onChange={setPage} />
    </section>
  )
}

function MemberName({ member: { userId, email, name } }: { readonly member: Member }): JSX.Element {
  const shown = visible(name ?? email, 120)
  return (
    <span class="cut">
      {mayFindPeople() ? (
        <a class="strong" href={hrefOf(`/users/${userId}`)}>
          {shown}
        </a>
      ) : (
        <span class="strong">{shown}</span>
      )}
      {name && <span class="muted"> {visible(email, 120)}</span>}
    </span>
  )
}
