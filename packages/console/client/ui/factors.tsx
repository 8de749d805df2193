import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { date, dateTime, relativeTime, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { createPasskey, hasPasskeys } from '../lib/passkeys.ts'
import { toast } from '../lib/toasts.ts'
import { CodeInput } from './code-input.tsx'
import { Confirm } from './dialog.tsx'
import { EditDialog, field } from './edit-dialog.tsx'
import { Icon } from './icon.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { Empty, Shown } from './states.tsx'

interface Factor {
  readonly id: string
  readonly kind: 'totp' | 'passkey'
  readonly name: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

/** The second factors of an account, and what is required of it. */
export interface FactorState {
  readonly factors: readonly Factor[]
  readonly recoveryCodesLeft: number
  readonly policy: 'off' | 'optional' | 'required'
  readonly requiredFrom: string | null
}

/** What the API shows once of a new authenticator app. */
interface NewApp {
  readonly secret: string
  readonly svg: string
  readonly enrollment: string
}

type Added = { readonly recoveryCodes?: readonly string[] }

const tell = (error: unknown) => toast({ text: error instanceof Error ? error.message : String(error), kind: 'bad' })

/** The visitor's own second factors: add an app or a passkey, remove them, and renew the recovery codes. */
export function Factors(): JSX.Element {
  const state = useData<FactorState>('/auth/factors')
  const [app, setApp] = useState<NewApp>()
  const [isAddingPasskey, setAddingPasskey] = useState(false)
  const [removed, setRemoved] = useState<Factor>()
  const [codes, setCodes] = useState<readonly string[]>([])
  const startApp = () => void call<NewApp>('POST', '/auth/factors/totp', { body: {}, isRead: true }).then(setApp, tell)
  const renew = () =>
    void call<{ recoveryCodes: readonly string[] }>('POST', '/auth/factors/recovery-codes', { body: {} }).then(
      ({ recoveryCodes }) => setCodes(recoveryCodes),
      tell,
    )
  return (
    <Shown of={state}>
      {({ factors, recoveryCodesLeft, policy, requiredFrom }) => (
        <div class="stack">
          {requiredFrom !== null && factors.length === 0 && (
            <p class="message bad">{t('factors.requiredFrom', { date: date(requiredFrom) })}</p>
          )}
          {factors.length === 0 ? (
            <p class="muted">{policy === 'off' ? t('factors.off') : t('factors.none')}</p>
          ) : (
            <FactorList factors={factors} onRemove={setRemoved} />
          )}
          {factors.length > 0 && <p class="muted">{t('factors.codesLeft', { count: recoveryCodesLeft })}</p>}
          <div class="actions">
            {factors.length > 0 && (
              <button type="button" class="button" onClick={renew}>
                {t('factors.newCodes')}
              </button>
            )}
            {policy !== 'off' && hasPasskeys() && (
              <button type="button" class="button" onClick={() => setAddingPasskey(true)}>
                <Icon name="key" size={18} />
                {t('factors.addPasskey')}
              </button>
            )}
            {policy !== 'off' && (
              <button type="button" class="button" onClick={startApp}>
                <Icon name="plus" size={18} />
                {t('factors.addApp')}
              </button>
            )}
          </div>
          {app && <AddApp app={app} onAdded={setCodes} onClose={() => setApp(undefined)} />}
          {isAddingPasskey && <AddPasskey onAdded={setCodes} onClose={() => setAddingPasskey(false)} />}
          {codes.length > 0 && (
            <SecretDialog
              title={t('factors.codes')}
              text={t('factors.codesText')}
              secrets={codes}
              onClose={() => setCodes([])}
            />
          )}
          {removed && (
            <Confirm
              title={t('factors.remove')}
              text={t('factors.removeText', { name: visible(removed.name, 100) })}
              action={t('remove')}
              onClose={() => setRemoved(undefined)}
              onConfirm={() => {
                setRemoved(undefined)
                void call('DELETE', '/auth/factors', { query: { id: removed.id } }).then(
                  () => toast({ text: t('factors.removed') }),
                  tell,
                )
              }}
            />
          )}
        </div>
      )}
    </Shown>
  )
}

/** The second factors of somebody else, and a button that removes them all. */
export function UserFactors({ userId }: { readonly userId: string }): JSX.Element {
  const state = useData<FactorState>('/auth/users/factors', { userId })
  const [isAsked, setAsked] = useState(false)
  return (
    <Shown of={state}>
      {({ factors, recoveryCodesLeft, requiredFrom }) => (
        <div class="stack">
          {requiredFrom !== null && factors.length === 0 && (
            <p class="message">{t('factors.requiredFrom', { date: date(requiredFrom) })}</p>
          )}
          {factors.length === 0 ? (
            <Empty icon="shield" title={t('factors.nobody')} />
          ) : (
            <>
              <FactorList factors={factors} />
              <p class="muted">{t('factors.codesLeft', { count: recoveryCodesLeft })}</p>
              <div class="actions">
                <button type="button" class="button danger" onClick={() => setAsked(true)}>
                  {t('factors.reset')}
                </button>
              </div>
            </>
          )}
          {isAsked && (
            <Confirm
              title={t('factors.reset')}
              text={t('factors.resetText')}
              action={t('factors.reset')}
              onClose={() => setAsked(false)}
              onConfirm={() => {
                setAsked(false)
                void call('DELETE', '/auth/users/factors', { query: { userId } }).then(
                  () => toast({ text: t('factors.resetDone') }),
                  tell,
                )
              }}
            />
          )}
        </div>
      )}
    </Shown>
  )
}

interface ListProps {
  readonly factors: readonly Factor[]
  readonly onRemove?: (factor: Factor) => void
}

function FactorList({ factors, onRemove }: ListProps): JSX.Element {
  return (
    <ul class="rows">
      {factors.map((factor) => (
        <li key={factor.id}>
          <span>
            <span class="strong">{visible(factor.name, 100)}</span>{' '}
            <span class="badge">{factor.kind === 'totp' ? t('factors.app') : t('factors.passkey')}</span>
            <span class="below muted" title={dateTime(factor.createdAt)}>
              {factor.lastUsedAt === null
                ? t('factors.unused')
                : `${t('keys.lastUsed')}: ${relativeTime(factor.lastUsedAt)}`}
            </span>
          </span>
          {onRemove && (
            <button
              type="button"
              class="button small push"
              aria-label={`${t('remove')}: ${visible(factor.name, 100)}`}
              onClick={() => onRemove(factor)}
            >
              {t('remove')}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

interface AddProps {
  /** Receives the recovery codes that come with a first factor. */
  readonly onAdded: (codes: readonly string[]) => void
  readonly onClose: () => void
}

function AddApp({ app, onAdded, onClose }: AddProps & { readonly app: NewApp }): JSX.Element {
  return (
    <EditDialog
      title={t('factors.addApp')}
      name={null}
      action={t('add')}
      fields={[
        field('code', { isRequired: true, title: t('factors.firstCode') }),
        field('name', { maxLength: 100, title: t('factors.name') }),
      ]}
      controls={{ code: (control) => <CodeInput {...control} /> }}
      onSubmit={async ({ code, name }) => {
        const { recoveryCodes = [] } = await call<Added>('POST', '/auth/factors/totp/confirm', {
          body: { enrollment: app.enrollment, code, name: name || t('factors.app') },
        })
        onAdded(recoveryCodes)
      }}
      lead={
        <>
          <p>{t('factors.scan')}</p>
          <img
            class="qr"
            alt={t('factors.qr')}
            width={200}
            height={200}
            src={`data:image/svg+xml,${encodeURIComponent(app.svg)}`}
          />
          <p class="muted">{t('factors.secret')}</p>
          <code class="secret">{app.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </>
      }
      onClose={onClose}
    />
  )
}

function AddPasskey({ onAdded, onClose }: AddProps): JSX.Element {
  return (
    <EditDialog
      title={t('factors.addPasskey')}
      name={null}
      action={t('add')}
      fields={[field('name', { maxLength: 100, title: t('factors.name') })]}
      onSubmit={async ({ name }) => {
        const { recoveryCodes = [] } = await call<Added>('POST', '/auth/factors/passkeys', {
          body: { credential: await createPasskey(), name: name || t('factors.passkey') },
        })
        onAdded(recoveryCodes)
      }}
      lead={<p class="muted">{t('factors.passkeyText')}</p>}
      onClose={onClose}
    />
  )
}
