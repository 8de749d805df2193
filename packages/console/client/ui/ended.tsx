import type { JSX } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import { ApiError, call } from '../lib/api.ts'
import { t } from '../lib/i18n.ts'
import { loginHref, profile } from '../lib/session.ts'
import { CodeInput } from './code-input.tsx'
import { Dialog } from './dialog.tsx'
import { field } from './edit-dialog.tsx'
import { Form } from './form.tsx'

interface EndedProps {
  /** Sends again what was refused. */
  readonly goOn: () => void
}

/** Signs in again after the login has ended, while the page stays as it is. */
export function EndedDialog({ goOn }: EndedProps): JSX.Element {
  const id = useId()
  const { email } = profile.value
  const [challenge, setChallenge] = useState<string>()
  useComingBack(goOn)
  const signIn = async ({ password, code }: Readonly<Record<string, unknown>>) => {
    try {
      if (challenge === undefined) {
        const body = new URLSearchParams({ email, password: String(password) })
        await call('POST', '/auth/login', { body, ...SIGN_IN })
      } else await call('POST', '/auth/login/verify', { body: { challenge, code }, ...SIGN_IN })
      goOn()
    } catch (error) {
      if (!(error instanceof ApiError) || error.body['code'] !== 'second_factor_required') throw error
      setChallenge(String(error.body['challenge']))
    }
  }
  return (
    <Dialog
      title={t('ended.title')}
      footer={
        <>
          <a class="button" href={loginHref()} target="_blank">
            {t('ended.otherWay')}
          </a>
          <button type="submit" form={id} class="button primary">
            {t('ended.login')}
          </button>
        </>
      }
    >
      <Form
        key={challenge ?? ''}
        id={id}
        fields={[
          challenge === undefined
            ? field('password', { isRequired: true, title: t('me.current') })
            : field('code', { isRequired: true, title: t('verify.code') }),
        ]}
        controls={{
          password: (control) => <CodeInput {...control} isPassword />,
          code: (control) => <CodeInput {...control} />,
        }}
        lead={
          <>
            <p>{t('ended.text')}</p>
            <p class="strong">{email}</p>
            <input
              class="hidden"
              type="text"
              autoComplete="username"
              value={email}
              readOnly
              tabIndex={-1}
              aria-hidden
            />
          </>
        }
        onSubmit={signIn}
        onDone={() => {}}
      />
    </Dialog>
  )
}

const SIGN_IN = { isRead: true, isSignIn: true }

/** Whoever has signed in elsewhere, as with single sign-on in another tab, goes on when they come back. */
function useComingBack(goOn: () => void): void {
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState !== 'visible') return
      const found = await call<{ email: string }>('GET', '/auth/profile', SIGN_IN).catch(() => undefined)
      if (!found) return
      // Somebody else does not go on with this page.
      if (found.email === profile.value.email) goOn()
      else location.reload()
    }
    const onChange = () => void look()
    document.addEventListener('visibilitychange', onChange)
    addEventListener('focus', onChange)
    return () => {
      document.removeEventListener('visibilitychange', onChange)
      removeEventListener('focus', onChange)
    }
  }, [])
}
