import type { JSX } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import { ApiError, call, type Verification } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { t } from '../lib/i18n.ts'
import { hasPasskeys, askForPasskey } from '../lib/passkeys.ts'
import { CodeInput } from './code-input.tsx'
import { Dialog } from './dialog.tsx'
import { field } from './edit-dialog.tsx'
import type { FactorState } from './factors.tsx'
import { Form } from './form.tsx'
import { Icon } from './icon.tsx'
import { Shown } from './states.tsx'

/** Asks who is there: by their password or, where the account has a second factor, by a code or a passkey. */
export function VerificationDialog({ reason, answer }: Verification): JSX.Element {
  const id = useId()
  const state = useData<FactorState>('/auth/factors')
  const [failure, setFailure] = useState('')
  const [before] = useState(() => document.activeElement)
  useEffect(() => () => void (before instanceof HTMLElement && before.isConnected && before.focus()), [])
  const confirm = (body: object) => call('POST', '/auth/session/verify', { body, isRead: true })
  const byPasskey = async () => {
    setFailure('')
    try {
      await confirm({ passkey: await askForPasskey() })
      answer(true)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.message)
    }
  }
  return (
    <Dialog
      title={t('verify.title')}
      onClose={() => answer(false)}
      footer={
        <>
          <button type="button" class="button" onClick={() => answer(false)}>
            {t('cancel')}
          </button>
          <button type="submit" form={id} class="button primary">
            {t('verify.confirm')}
          </button>
        </>
      }
    >
      <div class="stack">
        <p>{reason === 'another_factor_required' ? t('verify.another') : t('verify.text')}</p>
        {failure && (
          <p class="message bad" role="alert">
            {failure}
          </p>
        )}
        <Shown of={state}>
          {({ factors }) => (
            <>
              {hasPasskeys() && canUsePasskey(reason, factors) && (
                <button type="button" class="button" onClick={() => void byPasskey()}>
                  <Icon name="key" size={18} />
                  {t('verify.passkey')}
                </button>
              )}
              <Form
                key={factors.length === 0 ? 'password' : 'code'}
                id={id}
                fields={[
                  factors.length === 0
                    ? field('password', { isRequired: true, title: t('me.current') })
                    : field('code', { isRequired: true, title: t('verify.code') }),
                ]}
                controls={{
                  password: (control) => <CodeInput {...control} isPassword />,
                  code: (control) => <CodeInput {...control} />,
                }}
                onSubmit={confirm}
                onDone={() => answer(true)}
              />
            </>
          )}
        </Shown>
      </div>
    </Dialog>
  )
}

/** The only factor of an account does not confirm its own removal. */
const canUsePasskey = (reason: Verification['reason'], factors: FactorState['factors']) =>
  factors.some(({ kind }) => kind === 'passkey') && (reason === 'verification_required' || factors.length > 1)
