import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { PageProps } from '../app.tsx'
import { call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { number, relativeTime, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { useLabels } from '../lib/labels.ts'
import { go, hrefOf, pathWith, query, setQuery } from '../lib/location.ts'
import { may } from '../lib/session.ts'
import { change, first, type Snapshot, snapshotOf } from '../lib/snapshot.ts'
import { toast } from '../lib/toasts.ts'
import type { Listed } from '../lib/types.ts'
import { DELIVERIES, type Delivery, DELIVERY_STATES, type Endpoint, ENDPOINTS, toFields } from '../lib/webhooks.ts'
import { CopyField } from '../ui/copy-field.tsx'
import { DeliveryDrawer } from '../ui/delivery-drawer.tsx'
import { EditDialog, field } from '../ui/edit-dialog.tsx'
import { DeliveryStatus, EndpointStatus, EventBadges } from '../ui/endpoint-facts.tsx'
import { EndpointForm } from '../ui/endpoint-form.tsx'
import { History } from '../ui/history.tsx'
import { Icon } from '../ui/icon.tsx'
import { List } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { RemoveButton } from '../ui/remove-button.tsx'
import { RemoveDialog } from '../ui/remove-dialog.tsx'
import { SecretDialog } from '../ui/secret-dialog.tsx'
import { Empty, Shown } from '../ui/states.tsx'

/** An endpoint: what it gets, and what was sent to it. */
export function WebhookPage({ parameters: { id = '' } }: PageProps): JSX.Element {
  const found = useData<Listed<Endpoint>>(ENDPOINTS, { id })
  return (
    <>
      <a class="back" href={hrefOf('/webhooks')}>
        <Icon name="left" size={16} />
        {t('webhooks')}
      </a>
      <Shown of={found}>
        {({ items: [endpoint] }) =>
          endpoint ? (
            <View
              seen={snapshotOf(endpoint, { path: ENDPOINTS, query: { id }, pick: first<Endpoint>, toValues: toFields })}
            />
          ) : (
            <Empty icon="send" title={t('missing.title')} />
          )
        }
      </Shown>
    </>
  )
}

const fail = (error: Error) => toast({ text: error.message, kind: 'bad' })

function View({ seen }: { readonly seen: Snapshot<Endpoint> }): JSX.Element {
  const endpoint = seen.row
  const { id, url, description, enabled } = endpoint
  const [asked, setAsked] = useState<'edit' | 'rotate' | 'replay' | 'delete'>()
  const [secret, setSecret] = useState('')
  const canManage = may('webhooks.manage')
  const isSent = enabled && url !== null
  const close = () => setAsked(undefined)
  const save = (values: object, { version }: Snapshot<Endpoint>) =>
    call('PUT', ENDPOINTS, { body: { id, ...values }, version })
  const test = async () => {
    const { deliveryId } = await call<{ deliveryId: string }>('POST', `${ENDPOINTS}/${id}/test`)
    setQuery({ open: deliveryId })
  }
  const name = visible(url ?? description ?? t('webhooks.onlyPulled'), 120)
  return (
    <Page
      title={name}
      {...(url !== null && description !== null && { text: visible(description, 500) })}
      actions={
        canManage && (
          <>
            {isSent && (
              <button type="button" class="button" onClick={() => void test().catch(fail)}>
                <Icon name="send" size={18} />
                {t('webhooks.test')}
              </button>
            )}
            <button
              type="button"
              class="button"
              onClick={() => void change(seen, (now) => save({ enabled: !enabled }, now)).catch(fail)}
            >
              {enabled ? t('webhooks.disable') : t('webhooks.enable')}
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
      <div class="stack">
        <div class="columns">
          <Facts endpoint={endpoint} {...(canManage && { onRotate: () => setAsked('rotate') })} />
          {may('audit_logs.view_self') && (
            <section class="card padded stack">
              <h2>{t('history')}</h2>
              <History kind="webhooks.endpoint" id={id} />
            </section>
          )}
        </div>
        <div class="group-head">
          <h2>{t('webhooks.deliveries')}</h2>
          {canManage && isSent && (
            <button type="button" class="button push" onClick={() => setAsked('replay')}>
              <Icon name="redo" size={18} />
              {t('webhooks.replay')}
            </button>
          )}
        </div>
        <Deliveries endpointId={id} />
      </div>
      {query.value['open'] && (
        <DeliveryDrawer key={query.value['open']} id={query.value['open']} canResend={canManage && isSent} />
      )}
      {asked === 'edit' && <EndpointForm endpoint={seen} onSave={save} onClose={close} />}
      {asked === 'rotate' && <Rotate id={id} onRotated={setSecret} onClose={close} />}
      {asked === 'replay' && <Replay id={id} onClose={close} />}
      {secret && (
        <SecretDialog
          title={t('webhooks.secret')}
          text={t('webhooks.secretText')}
          secrets={[secret]}
          onClose={() => setSecret('')}
        />
      )}
      {asked === 'delete' && (
        <RemoveDialog
          seen={seen}
          text={t('webhooks.deleteText', { name })}
          onRemove={({ version }) => call('DELETE', ENDPOINTS, { query: { id }, version })}
          onDone={() => go('/webhooks')}
          onClose={close}
        />
      )}
    </Page>
  )
}

interface FactsProps {
  readonly endpoint: Endpoint
  /** Absent for those who may not. */
  readonly onRotate?: () => void
}

function Facts({ endpoint, onRotate }: FactsProps): JSX.Element {
  const { events, condition, ordered, ownerId, disabledReason, ed25519, publicKey } = endpoint
  const [owner] = useLabels('auth:user', [ownerId])
  return (
    <section class="card padded stack">
      <h2>{t('webhooks.endpoint')}</h2>
      <dl class="facts">
        <div>
          <dt>{t('field.status')}</dt>
          <dd>
            <EndpointStatus endpoint={endpoint} />
            {disabledReason !== null && <span class="below">{visible(disabledReason, 500)}</span>}
          </dd>
        </div>
        <div>
          <dt>{t('field.events')}</dt>
          <dd>
            <EventBadges events={events} />
          </dd>
        </div>
        <div>
          <dt>{t('field.condition')}</dt>
          <dd>{condition === null ? t('webhooks.noCondition') : t('webhooks.hasCondition')}</dd>
        </div>
        <div>
          <dt>{t('webhooks.order')}</dt>
          <dd>{ordered ? t('webhooks.inOrder') : t('webhooks.anyOrder')}</dd>
        </div>
        {owner && (
          <div>
            <dt>{t('webhooks.owner')}</dt>
            <dd>{visible(owner, 120)}</dd>
          </div>
        )}
        <div>
          <dt>{t('webhooks.signatures')}</dt>
          <dd>{t('webhooks.signaturesText')}</dd>
        </div>
      </dl>
      {ed25519 && publicKey !== null && <CopyField label={t('webhooks.publicKey')} value={publicKey} />}
      {onRotate && (
        <div class="actions">
          <button type="button" class="button" onClick={onRotate}>
            <Icon name="key" size={18} />
            {t('webhooks.rotate')}
          </button>
        </div>
      )}
    </section>
  )
}

function Deliveries({ endpointId }: { readonly endpointId: string }): JSX.Element {
  return (
    <List<Delivery>
      path={DELIVERIES}
      fixed={{ endpointId }}
      label={t('webhooks.deliveries')}
      canSearch={false}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => pathWith({ open: id })}
      empty={{ icon: 'send', title: t('webhooks.noDeliveries') }}
      filters={[
        {
          name: 'status',
          label: t('users.anyState'),
          options: DELIVERY_STATES.map((one) => [one, t(`webhooks.${one}`)] as const),
        },
      ]}
      columns={[
        { key: 'event', title: t('rules.event'), cell: ({ event }) => <span class="mono">{visible(event, 120)}</span> },
        { key: 'status', title: t('field.status'), cell: ({ status }) => <DeliveryStatus status={status} /> },
        {
          key: 'answer',
          title: t('webhooks.answer'),
          cell: ({ answerStatus, error }) => answerStatus ?? (error === null ? '—' : visible(error, 160)),
        },
        {
          key: 'attempts',
          title: t('webhooks.attempts'),
          isNumber: true,
          cell: ({ attempts }) => number(attempts),
        },
        { key: 'at', title: t('audit.when'), sort: 'createdAt', cell: ({ createdAt }) => relativeTime(createdAt) },
      ]}
    />
  )
}

interface OfEndpointProps {
  readonly id: string
  readonly onClose: () => void
}

interface RotateProps extends OfEndpointProps {
  readonly onRotated: (secret: string) => void
}

function Rotate({ id, onRotated, onClose }: RotateProps): JSX.Element {
  return (
    <EditDialog
      title={t('webhooks.rotate')}
      name="rotate"
      action={t('webhooks.rotate')}
      lead={<p class="muted">{t('webhooks.rotateText')}</p>}
      fields={[
        field('hours', {
          kind: 'number',
          isRequired: true,
          isInteger: true,
          minimum: 0,
          maximum: 168,
          title: t('webhooks.hours'),
        }),
      ]}
      start={{ hours: 24 }}
      onSubmit={async (values) => {
        const { secret } = await call<{ secret: string }>('POST', `${ENDPOINTS}/${id}/secret`, { body: values })
        onRotated(secret)
      }}
      onClose={onClose}
    />
  )
}

function Replay({ id, onClose }: OfEndpointProps): JSX.Element {
  return (
    <EditDialog
      title={t('webhooks.replay')}
      name="replay"
      action={t('webhooks.replay')}
      lead={<p class="muted">{t('webhooks.replayText')}</p>}
      fields={[
        field('from', { kind: 'date', isRequired: true, title: t('webhooks.from') }),
        field('to', { kind: 'date', title: t('webhooks.to') }),
      ]}
      onSubmit={async (values) => {
        const { count } = await call<{ count: number }>('POST', `${ENDPOINTS}/${id}/replay`, { body: values })
        toast({ text: t('webhooks.replayed', { count: number(count) }) })
      }}
      onClose={onClose}
    />
  )
}
