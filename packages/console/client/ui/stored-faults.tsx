import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useData } from '../lib/data.ts'
import { number, visible } from '../lib/format.ts'
import { kindName } from '../lib/kind-name.ts'
import { hrefOf } from '../lib/location.ts'
import type { Listed } from '../lib/types.ts'
import { tf } from '../texts/late/stored-faults.ts'
import { Icon } from './icon.tsx'
import { PagerButtons } from './pager-buttons.tsx'
import { Empty, Shown } from './states.tsx'

interface StoredFault {
  readonly source: { readonly kind: string; readonly id: string; readonly name: string | null }
  readonly owner: { readonly id: string; readonly email: string } | null
  readonly kind: string
  readonly reason: 'gone' | 'hidden'
  readonly message: string
}

const PATH = '/auth/access/faults'

/** What names fields that are gone, or hidden from its owner. */
export function StoredFaults(): JSX.Element {
  const [page, setPage] = useState(1)
  const faults = useData<Listed<StoredFault>>(PATH, { page, pageSize: 50 })
  return (
    <section class="card padded stack" aria-label={tf('title')}>
      <p class="muted">{tf('text')}</p>
      <Shown of={faults}>
        {({ items, totalPages }) =>
          items.length === 0 ? (
            <Empty icon="check" title={tf('none')} text={tf('noneText')} />
          ) : (
            <>
              <ul class="rows">
                {items.map((fault) => (
                  <Fault key={JSON.stringify(fault)} {...fault} />
                ))}
              </ul>
              <PagerButtons page={page} totalPages={totalPages} onChange={setPage} />
            </>
          )
        }
      </Shown>
    </section>
  )
}

function Fault({ source, owner, kind, reason, message }: StoredFault): JSX.Element {
  const href = PAGES[source.kind]?.(source.id)
  const name = visible(source.name ?? kindName(source.kind), 120)
  return (
    <li>
      <span>
        {href === undefined ? (
          <span class="strong">{name}</span>
        ) : (
          <a class="strong" href={hrefOf(href)}>
            {name}
          </a>
        )}
        <span class="below muted">
          {source.name !== null && `${kindName(source.kind)} · `}
          {kindName(kind)}: {visible(message, 300)}
        </span>
        {owner && <span class="below muted">{tf('owner', { name: visible(owner.email, 120) })}</span>}
      </span>
      <span class="badges">
        <span class={`badge ${reason === 'gone' ? 'bad' : 'warn'}`}>{tf(reason)}</span>
      </span>
    </li>
  )
}

/** Where what is stored can be changed. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  'auth.role': (id) => `/roles/${id}`,
  'auth.user': (id) => `/users/${id}`,
  'business_rules.rule': (id) => `/business_rules/rules/${id}`,
  'webhooks.endpoint': (id) => `/webhooks/${id}`,
  'transfer.export': (id) => `/exports/${id}`,
}

/** Says that there are some, beside what has caused them. */
export function FaultsNote(): JSX.Element | null {
  const { data } = useData<Listed<StoredFault>>(PATH, { pageSize: 1 })
  if (!data || data.total === 0) return null
  return (
    <p class="message warn">
      <Icon name="warning" size={18} />
      <span>
        {tf('some', { count: number(data.total) })} <a href={hrefOf('/roles?tab=faults')}>{tf('show')}</a>
      </span>
    </p>
  )
}
