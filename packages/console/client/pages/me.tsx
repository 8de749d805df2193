import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { type Locale, locale, locales, t } from '../lib/i18n.ts'
import { profile } from '../lib/session.ts'
import { type Theme, theme } from '../lib/theme.ts'
import { toast } from '../lib/toasts.ts'
import { Consents } from '../ui/consents.tsx'
import { field } from '../ui/edit-dialog.tsx'
import { Factors } from '../ui/factors.tsx'
import { Field, Select } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { chooseLocale } from '../ui/layout.tsx'
import { Page } from '../ui/page.tsx'
import { Sessions } from '../ui/sessions.tsx'

/** What a person may set for themselves. */
export function Me(): JSX.Element {
  const { email, roles } = profile.value
  const [emailForm, passwordForm] = [useId(), useId()]
  const [round, setRound] = useState(0)
  const themes: readonly Theme[] = ['system', 'light', 'dark']
  return (
    <Page title={t('me')} text={[email, roles.join(', ')].filter(Boolean).join(' · ')}>
      <div class="columns">
        <section class="card padded stack">
          <h2>{t('me.email')}</h2>
          <Form
            id={emailForm}
            fields={[field('email', { kind: 'email', isRequired: true, maxLength: 320 })]}
            seen={{ row: { email }, values: { email }, version: null, key: '/auth/profile', again: async () => null }}
            onSubmit={async (values) => {
              if (values['email'] === undefined) return
              const answer = await call<{ email: string }>('PUT', '/auth/profile', { body: values })
              profile.value = { ...profile.value, email: answer.email }
            }}
            onDone={() => toast({ text: t('saved') })}
          >
            <button type="submit" class="button primary">
              {t('save')}
            </button>
          </Form>
        </section>
        <section class="card padded stack">
          <h2>{t('me.password')}</h2>
          <Form
            key={round}
            id={passwordForm}
            fields={[
              field('currentPassword', { kind: 'password', isRequired: true, title: t('me.current'), maxLength: 1024 }),
              field('password', { kind: 'password', isRequired: true, title: t('users.newPassword'), maxLength: 128 }),
            ]}
            onSubmit={(body) => call('PUT', '/auth/profile', { body })}
            onDone={() => {
              setRound(round + 1)
              toast({ text: t('me.passwordChanged') })
            }}
          >
            <button type="submit" class="button primary">
              {t('me.changePassword')}
            </button>
          </Form>
        </section>
        <section class="card padded stack">
          <h2>{t('factors')}</h2>
          <Factors />
        </section>
        <section class="card padded stack">
          <h2>{t('sessions')}</h2>
          <Sessions />
        </section>
        <section class="card padded stack">
          <h2>{t('consents')}</h2>
          <Consents path="/auth/consents" />
        </section>
        <section class="card padded stack">
          <h2>{t('me.appearance')}</h2>
          <Field label={t('language')} isRequired>
            {(described) => (
              <Select
                {...described}
                value={locale.value}
                options={Object.entries(locales)}
                onChange={(next) => void chooseLocale(next as Locale)}
              />
            )}
          </Field>
          <Field label={t('theme')} isRequired>
            {(described) => (
              <Select
                {...described}
                value={theme.value}
                options={themes.map((one) => [one, t(`theme.${one}`)] as const)}
                onChange={(next) => (theme.value = next as Theme)}
              />
            )}
          </Field>
        </section>
      </div>
    </Page>
  )
}
