import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ApiError, call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { remove } from '../lib/removal.ts'
import { may } from '../lib/session.ts'
import { byId, change, type Snapshot, snapshotOf } from '../lib/snapshot.ts'
import { toast } from '../lib/toasts.ts'
import { CopyField } from './copy-field.tsx'
import { Field } from './field.tsx'
import { Icon } from './icon.tsx'
import { Shown } from './states.tsx'

interface Domain {
  readonly id: string
  readonly domain: string
  readonly verifiedAt: string | null
  readonly updatedAt: string
  readonly record: { readonly name: string; readonly value: string }
}

const ROUTE = '/sso/domains'
const tell = (error: unknown) => toast({ text: error instanceof Error ? error.message : String(error), kind: 'bad' })

/** The e-mail domains of a connection, and the records that prove them. */
export function Domains({ connectionId }: { readonly connectionId: string }): JSX.Element {
  const domains = useData<{ items: readonly Domain[] }>(ROUTE, { connectionId })
  const canManage = may('sso.manage')
  const seenOf = (domain: Domain) =>
    snapshotOf(domain, { path: ROUTE, query: { connectionId }, pick: byId<Domain>(domain.id) })
  const drop = (domain: Domain) =>
    remove(seenOf(domain), ({ version }) => call('DELETE', ROUTE, { query: { id: domain.id }, version }))
  return (
    <div class="stack">
      <Shown of={domains}>
        {({ items }) => (
          <ul class="rows">
            {items.map((domain) => (
              <li key={domain.id}>
                <span class="strong">{visible(domain.domain, 253)}</span>
                <span class={`badge ${domain.verifiedAt ? 'good' : 'warn'}`}>
                  {domain.verifiedAt ? t('sso.proven') : t('sso.unproven')}
                </span>
                {canManage && (
                  <button
                    type="button"
                    class="icon-button small danger push"
                    aria-label={`${t('remove')}: ${domain.domain}`}
                    onClick={() => void drop(domain).catch(tell)}
                  >
                    <Icon name="trash" size={16} />
                  </button>
                )}
                {!domain.verifiedAt && canManage && <Proof seen={seenOf(domain)} />}
              </li>
            ))}
          </ul>
        )}
      </Shown>
      {canManage && <AddDomain connectionId={connectionId} />}
    </div>
  )
}

/** The record that proves a domain, and what the name servers answer. */
function Proof({ seen }: { readonly seen: Snapshot<Domain> }): JSX.Element {
  const { id, record } = seen.row
  const [problem, setProblem] = useState('')
  const prove = async () => {
    setProblem('')
    try {
      const { isVerified, found } = await change(seen, ({ version }) =>
        call<{ isVerified: boolean; found: readonly string[] }>('POST', `${ROUTE}/verify`, { body: { id }, version }),
      )
      if (!isVerified)
        setProblem(
          found.length > 0 ? t('sso.otherRecord', { found: visible(found.join(', '), 300) }) : t('sso.noRecord'),
        )
    } catch (error) {
      tell(error)
    }
  }
  return (
    <div class="stack whole">
      <p class="muted">{t('sso.recordText')}</p>
      <CopyField label={t('sso.recordName')} value={record.name} />
      <CopyField label={t('sso.recordValue')} value={record.value} />
      {problem && (
        <p class="message bad" role="alert">
          {problem}
        </p>
      )}
      <div class="actions">
        <button type="button" class="button small" onClick={() => void prove()}>
          {t('sso.prove')}
        </button>
      </div>
    </div>
  )
}

function AddDomain({ connectionId }: { readonly connectionId: string }): JSX.Element {
  const [domain, setDomain] = useState('')
  const [problem, setProblem] = useState<string>()
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        setProblem(undefined)
        call('POST', ROUTE, { body: { connectionId, domain } }).then(
          () => setDomain(''),
          (error: unknown) =>
            setProblem((error instanceof ApiError && error.fields['domain']) || (error as Error).message),
        )
      }}
    >
      <Field label={t('sso.domain')} problem={problem} isRequired>
        {(described) => (
          <span class="with-button">
            <input
              {...described}
              class="input"
              required
              maxLength={253}
              placeholder="example.com"
              value={domain}
              onInput={(event) => setDomain(event.currentTarget.value)}
            />
            <button type="submit" class="button">
              {t('add')}
            </button>
          </span>
        )}
      </Field>
    </form>
  )
}
