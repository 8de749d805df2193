import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { dateTime, number, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { setQuery } from '../lib/location.ts'
import { revision } from '../lib/operations.ts'
import { toast } from '../lib/toasts.ts'
import type { Listed } from '../lib/types.ts'
import { DELIVERIES, type Delivery } from '../lib/webhooks.ts'
import { Excerpt } from './excerpt.tsx'
import { Dialog } from './dialog.tsx'
import { DeliveryStatus } from './endpoint-facts.tsx'
import { Icon } from './icon.tsx'
import { Empty, Shown } from './states.tsx'

/** Milliseconds between two looks at a delivery that was not tried yet. */
const LOOK_EVERY = 1_000

interface DrawerProps {
  readonly id: string
  readonly canResend: boolean
}

/** A delivery, and what the receiver has answered. */
export function DeliveryDrawer({ id, canResend }: DrawerProps): JSX.Element {
  const found = useData<Listed<Delivery>>(DELIVERIES, { id })
  const delivery = found.data?.items[0]
  const isOnItsWay = delivery?.status === 'pending' && delivery.attempts === 0
  useEffect(() => {
    if (!isOnItsWay) return
    const timer = setInterval(found.reload, LOOK_EVERY)
    return () => {
      clearInterval(timer)
      // The list behind it has changed as well.
      revision.value++
    }
  }, [isOnItsWay])
  const resend = async () => {
    await call('POST', `${DELIVERIES}/${id}/resend`)
    toast({ text: t('webhooks.resent') })
  }
  return (
    <Dialog
      title={visible(delivery?.event ?? t('webhooks.delivery'), 120)}
      look="drawer"
      onClose={() => setQuery({ open: null })}
      footer={
        canResend &&
        delivery && (
          <button
            type="button"
            class="button"
            onClick={() => void resend().catch((error: Error) => toast({ text: error.message, kind: 'bad' }))}
          >
            <Icon name="redo" size={18} />
            {t('webhooks.resend')}
          </button>
        )
      }
    >
      <Shown of={found}>
        {({ items: [one] }) => (one ? <Facts delivery={one} /> : <Empty title={t('missing.title')} />)}
      </Shown>
    </Dialog>
  )
}

function Facts({ delivery }: { readonly delivery: Delivery }): JSX.Element {
  const { status, recordId, attempts, answerStatus, answer, error, milliseconds } = delivery
  const facts = [
    [t('webhooks.message'), <span class="mono">msg_{delivery.id}</span>],
    [t('audit.record'), recordId !== null && <span class="mono">{recordId}</span>],
    [t('webhooks.happened'), dateTime(delivery.createdAt)],
    [t('webhooks.attempts'), number(attempts)],
    [t('webhooks.lastAttempt'), delivery.lastAttemptAt && dateTime(delivery.lastAttemptAt)],
    [t('webhooks.nextAttempt'), delivery.nextAttemptAt && attempts > 0 && dateTime(delivery.nextAttemptAt)],
    [t('webhooks.duration'), milliseconds !== null && `${number(milliseconds)} ms`],
    [t('webhooks.answer'), answerStatus],
    [t('webhooks.problem'), error !== null && visible(error, 500)],
  ] as const
  return (
    <div class="stack" aria-live="polite">
      <dl class="facts">
        <div>
          <dt>{t('field.status')}</dt>
          <dd>
            <DeliveryStatus status={status} />
          </dd>
        </div>
        {facts.map(
          ([term, value]) =>
            value !== null &&
            value !== false &&
            value !== '' && (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {answer !== null && answer !== '' && (
        <div>
          <p class="strong">{t('webhooks.answerText')}</p>
          <Excerpt label={t('webhooks.answerText')} isCode>
            {visible(answer)}
          </Excerpt>
        </div>
      )}
    </div>
  )
}
