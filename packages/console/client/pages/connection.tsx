import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { PageProps } from '../app.tsx'
import { ApiError, call } from '../lib/api.ts'
import { type Connection, factsOf, type Finding, protocolOf, toFields } from '../lib/connections.ts'
import { useAll } from '../lib/all-pages.ts'
import { valueText, visible } from '../lib/format.ts'
import { memberName, t } from '../lib/i18n.ts'
import { go, hrefOf } from '../lib/location.ts'
import { may } from '../lib/session.ts'
import { byId, change, type Snapshot, snapshotOf } from '../lib/snapshot.ts'
import { toast } from '../lib/toasts.ts'
import { ConnectionForm } from '../ui/connection-form.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { Domains } from '../ui/domains.tsx'
import { Enforcement } from '../ui/enforcement.tsx'
import { Switch } from '../ui/field.tsx'
import { GroupGrants } from '../ui/group-grants.tsx'
import { History } from '../ui/history.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { Empty, Failure, Loading, Shown } from '../ui/states.tsx'
import { RemoveButton } from '../ui/remove-button.tsx'
import { RemoveDialog } from '../ui/remove-dialog.tsx'

const ROUTE = '/sso/connections'
const PAGE = { pageSize: 100 }

/** A connection: what it is, whether it works, whose addresses it serves, and what people get by it. */
export function ConnectionPage({ parameters: { id = '' } }: PageProps): JSX.Element {
  const found = useAll<Connection>(ROUTE)
  return (
    <>
      <a class="back" href={hrefOf('/single-sign-on')}>
        <Icon name="left" size={16} />
        {t('sso')}
      </a>
      <Shown of={found}>
        {({ items }) => {
          const connection = items.find((one) => one.id === id)
          return connection ? (
            <View
              seen={snapshotOf(connection, {
                path: ROUTE,
                query: PAGE,
                pick: byId<Connection>(id),
                toValues: toFields,
              })}
            />
          ) : (
            <Empty icon="globe" title={t('missing.title')} />
          )
        }}
      </Shown>
    </>
  )
}

function View({ seen }: { readonly seen: Snapshot<Connection> }): JSX.Element {
  const connection = seen.row
  const [asked, setAsked] = useState<'edit' | 'delete'>()
  const { id, name, isActive, hasSecret, asksSecondFactor } = connection
  const { title, fields, addresses } = protocolOf(connection)
  const canManage = may('sso.manage')
  const close = () => setAsked(undefined)
  const save = (values: object, { version }: Snapshot<Connection>) =>
    call('PUT', ROUTE, { body: { id, ...values }, version })
  const set = (values: object) =>
    void change(seen, (now) => save(values, now)).catch((error: Error) => toast({ text: error.message, kind: 'bad' }))
  const facts = factsOf(connection).map(([member, value]) => [memberName(member), valueText(value)] as const)
  const hasSecretField = fields.some((field) => field.name === 'secret')
  const secret = [t('field.secret'), hasSecret ? t('sso.hasSecret') : '—'] as const
  return (
    <Page
      title={visible(name, 120)}
      text={title}
      actions={
        canManage && (
          <>
            <button type="button" class="button" onClick={() => set({ isActive: !isActive })}>
              {isActive ? t('users.deactivate') : t('users.activate')}
            </button>
            <button type="button" class="button primary" onClick={() => setAsked('edit')}>
              <Icon name="edit" size={18} />
              {t('edit')}
            </button>
            <RemoveButton label={t('delete')} onClick={() => setAsked('delete')} />
          </>
        )
      }
    >
      <div class="columns">
        <section class="card padded stack">
          <h2>{t('sso.provider')}</h2>
          <dl class="facts">
            <div>
              <dt>{t('field.status')}</dt>
              <dd>
                <span class={`badge ${isActive ? 'good' : ''}`}>{isActive ? t('active') : t('inactive')}</span>
              </dd>
            </div>
            {[...facts, ...(hasSecretField ? [secret] : [])].map(([term, value]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section class="card padded stack">
          <h2>{t('sso.atProvider')}</h2>
          <p class="muted">{t('sso.atProviderText')}</p>
          {addresses.map(({ member, label, hint }) => (
            <CopyField
              key={member}
              label={t(label)}
              value={String(connection[member] ?? '')}
              {...(hint && { hint: t(hint) })}
            />
          ))}
        </section>
        <section class="card padded stack">
          <h2>{t('sso.domains')}</h2>
          <p class="muted">{t('sso.domainsText')}</p>
          <Domains connectionId={id} />
        </section>
        {canManage && (
          <section class="card padded stack">
            <h2>{t('sso.test')}</h2>
            <Test id={id} />
          </section>
        )}
        <section class="card padded stack">
          <h2>{t('sso.groups')}</h2>
          <p class="muted">{t('sso.groupRolesText')}</p>
          <GroupGrants gives="groupRoles" connection={seen} onSave={save} canChange={canManage} />
        </section>
        {may('auth.teams.list') && (
          <section class="card padded stack">
            <h2>{t('sso.groupTeams')}</h2>
            <p class="muted">{t('sso.groupTeamsText')}</p>
            <GroupGrants gives="groupTeams" connection={seen} onSave={save} canChange={canManage} />
          </section>
        )}
        <section class="card padded stack">
          <h2>{t('field.isEnforced')}</h2>
          <p class="muted">{t('sso.enforceText')}</p>
          <Enforcement connection={seen} onSave={save} canChange={canManage} />
        </section>
        <section class="card padded stack">
          <h2>{t('factors')}</h2>
          <p class="muted">{t('sso.asksSecondFactorText')}</p>
          <Switch
            label={t('sso.asksSecondFactor')}
            isOn={asksSecondFactor}
            onChange={(isOn) => set({ asksSecondFactor: isOn })}
            isDisabled={!canManage}
          />
        </section>
        {may('audit_logs.view_self') && (
          <section class="card padded stack">
            <h2>{t('history')}</h2>
            <History kind="sso.connection" id={id} />
          </section>
        )}
      </div>
      {asked === 'edit' && <ConnectionForm connection={seen} onSave={save} onClose={close} />}
      {asked === 'delete' && (
        <RemoveDialog
          seen={seen}
          text={t('sso.deleteText', { name: visible(name, 120) })}
          onRemove={({ version }) => call('DELETE', ROUTE, { query: { id }, version })}
          onDone={() => go('/single-sign-on')}
          onClose={close}
        />
      )}
    </Page>
  )
}

interface Tested {
  readonly isUsable: boolean
  readonly findings: readonly Finding[]
}

const ICONS = { passed: 'check', warning: 'warning', failed: 'close' } as const
const LOOKS = { passed: 'allowed', warning: 'warned', failed: 'denied' } as const

/** Tries what a sign-in needs, and says of each failure what to change. */
function Test({ id }: { readonly id: string }): JSX.Element {
  const [result, setResult] = useState<Tested | ApiError | 'running'>()
  const run = async () => {
    setResult('running')
    try {
      setResult(await call<Tested>('POST', `${ROUTE}/test`, { body: { id }, isRead: true }))
    } catch (error) {
      setResult(error instanceof ApiError ? error : new ApiError(0, {}))
    }
  }
  return (
    <div class="stack" aria-live="polite">
      {result === undefined && <p class="muted">{t('sso.testText')}</p>}
      {result === 'running' && <Loading />}
      {result instanceof ApiError && <Failure error={result} />}
      {result !== undefined && result !== 'running' && !(result instanceof ApiError) && (
        <>
          <p class={`verdict ${result.isUsable ? 'good' : 'bad'}`}>
            <Icon name={result.isUsable ? 'check' : 'close'} />
            <span>{result.isUsable ? t('sso.usable') : t('sso.unusable')}</span>
          </p>
          <ol class="path">
            {result.findings.map(({ check, outcome, message }, index) => (
              <li key={index} class={LOOKS[outcome]}>
                <span class="path-mark">
                  <Icon name={ICONS[outcome]} size={16} />
                </span>
                <div>
                  <span class="strong">{memberName(check)}</span>{' '}
                  <span class={`badge ${outcome === 'failed' ? 'bad' : outcome === 'warning' ? 'warn' : 'good'}`}>
                    {t(`finding.${outcome}`)}
                  </span>
                  <p class="muted">{visible(message, 600)}</p>
                </div>
              </li>
            ))}
          </ol>
        </>
      )}
      <div class="actions">
        <button type="button" class="button" disabled={result === 'running'} onClick={() => void run()}>
          <Icon name="play" size={18} />
          {t('sso.test')}
        </button>
      </div>
    </div>
  )
}
