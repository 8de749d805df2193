import type { ReadonlySignal } from '@preact/signals'
import type { FunctionComponent, JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, ended, get, isOffline, verification } from './lib/api.ts'
import { dialogs } from './lib/dialogs.ts'
import { locale, t } from './lib/i18n.ts'
import { loadComponent } from './lib/load-component.ts'
import { match, path } from './lib/location.ts'
import { contributed } from './lib/menu.ts'
import { removal } from './lib/removal.ts'
import { loginHref } from './lib/session.ts'
import type { ContributedPage } from './lib/types.ts'
import { refusal } from './lib/undo.ts'
import { leaving } from './lib/unsaved.ts'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { Layout } from './ui/layout.tsx'
import { LeaveDialog } from './ui/leave-dialog.tsx'
import { Page } from './ui/page.tsx'
import { Palette } from './ui/palette.tsx'
import { Empty, Failure, Loading } from './ui/states.tsx'
import { Toasts } from './ui/toasts.tsx'

/** What a page is told about its address. */
export interface PageProps {
  readonly parameters: Readonly<Record<string, string>>
  /** The contribution of a module that the page shows. */
  readonly page?: ContributedPage
}

type PageOf = FunctionComponent<PageProps>

/** The pages of the console. The code of each is loaded when it is opened. */
const PAGES: Readonly<Record<string, () => Promise<PageOf>>> = {
  '/': async () => (await import('./pages/home.tsx')).Home,
  '/users': async () => (await import('./pages/users.tsx')).Users,
  '/users/:id': async () => (await import('./pages/user.tsx')).UserPage,
  '/roles': async () => (await import('./pages/roles.tsx')).Roles,
  '/roles/:id': async () => (await import('./pages/role.tsx')).RolePage,
  '/directory/organizations': async () => (await import('./pages/organizations.tsx')).Organizations,
  '/directory/tenants': async () => (await import('./pages/tenants.tsx')).Tenants,
  '/api-keys': async () => (await import('./pages/api-keys.tsx')).ApiKeys,
  '/service-accounts': async () => (await import('./pages/service-accounts.tsx')).ServiceAccounts,
  '/single-sign-on': async () => (await import('./pages/connections.tsx')).Connections,
  '/single-sign-on/:id': async () => (await import('./pages/connection.tsx')).ConnectionPage,
  '/provisioning': async () => (await import('./pages/provisioning.tsx')).Provisioning,
  '/sign-in-policy': async () => (await import('./pages/sign-in-policy.tsx')).SignInPolicyPage,
  '/audit-logs': async () => (await import('./pages/audit.tsx')).Audit,
  '/business_rules/rules': async () => (await import('./pages/rules.tsx')).Rules,
  '/business_rules/rules/:id': async () => (await import('./pages/rule.tsx')).RulePage,
  '/business_rules/sets': async () => (await import('./pages/rule-sets.tsx')).RuleSets,
  '/business_rules/logs': async () => (await import('./pages/rule-logs.tsx')).RuleLogs,
  '/attachments': async () => (await import('./pages/files.tsx')).Files,
  '/assistant': async () => (await import('./pages/assistant.tsx')).Assistant,
  '/config/ai-assistant': async () => (await import('./pages/assistant-settings.tsx')).AssistantSettings,
  '/imports': async () => (await import('./pages/imports.tsx')).Imports,
  '/exports': async () => (await import('./pages/exports.tsx')).Exports,
  '/exports/:id': async () => (await import('./pages/export.tsx')).ExportPage,
  '/export-destinations': async () => (await import('./pages/destinations.tsx')).Destinations,
  '/webhooks': async () => (await import('./pages/webhooks.tsx')).Webhooks,
  '/webhooks/:id': async () => (await import('./pages/webhook.tsx')).WebhookPage,
  '/progress': async () => (await import('./pages/jobs.tsx')).Jobs,
  '/me': async () => (await import('./pages/me.tsx')).Me,
  '/profile/change-password': async () => (await import('./pages/me.tsx')).Me,
  '/navigation': async () => (await import('./pages/navigation.tsx')).NavigationPage,
  '/entities/fields': async () => (await import('./pages/fields.tsx')).Fields,
  '/dictionaries': async () => (await import('./pages/dictionaries.tsx')).Dictionaries,
  '/dictionaries/:id': async () => (await import('./pages/dictionary.tsx')).DictionaryPage,
  '/mail-templates': async () => (await import('./pages/mail-templates.tsx')).MailTemplates,
  '/mail-templates/:id': async () => (await import('./pages/mail-template.tsx')).MailTemplatePage,
  '/entities/user': async () => (await import('./pages/entities.tsx')).Entities,
  '/entities/user/:id/records': async () => (await import('./pages/entity-records.tsx')).EntityRecords,
}

/** The console: a frame, the page that the address names, and what may appear above it. */
export function App(): JSX.Element {
  const at = path.value
  return (
    // Another language shows everything anew.
    <Layout key={locale.value}>
      <ErrorBoundary key={at}>
        <CurrentPage at={at} />
      </ErrorBoundary>
      {dialogs.value.length === 0 && <Toasts />}
      <OnDemand of={refusal} load={LOADERS.refusal} onFailure={() => (refusal.value = null)} />
      <Palette />
      <OnDemand of={verification} load={LOADERS.verification} onFailure={(asked) => asked.answer(false)} />
      <OnDemand of={removal} load={LOADERS.removal} onFailure={(asked) => asked.answer(false)} />
      {leaving.value && <LeaveDialog {...leaving.value} />}
      <OnDemand of={ended} load={LOADERS.ended} onFailure={() => location.assign(loginHref())} />
    </Layout>
  )
}

/** Dialogs that are seldom needed; their code is loaded when one is. */
const LOADERS = {
  verification: async () => (await import('./ui/verification.tsx')).VerificationDialog,
  removal: async () => (await import('./ui/changed-dialog.tsx')).ChangedDialog,
  refusal: async () => (await import('./ui/conflict-dialog.tsx')).ConflictDialog,
  ended: async () => (await import('./ui/ended.tsx')).EndedDialog,
}

interface OnDemandProps<T> {
  /** What the dialog is about; null while there is nothing to ask. */
  readonly of: ReadonlySignal<T | null>
  readonly load: () => Promise<FunctionComponent<T>>
  /** Answers if the dialog cannot be loaded. */
  readonly onFailure: (asked: T) => void
}

function OnDemand<T extends object>({ of, load, onFailure }: OnDemandProps<T>): JSX.Element | null {
  const [View, setView] = useState<FunctionComponent<T>>()
  const asked = of.value
  useEffect(() => {
    if (!asked || View) return
    load().then(
      (loaded) => setView(() => loaded),
      () => onFailure(asked),
    )
  }, [asked])
  return asked && View ? <View {...asked} /> : null
}

function CurrentPage({ at }: { readonly at: string }): JSX.Element {
  const [loaded, setLoaded] = useState<{ readonly at: string; readonly View: PageOf }>()
  const [failure, setFailure] = useState<ApiError>()
  const found = findPage(at)
  useEffect(() => {
    setFailure(undefined)
    let isCurrent = true
    found?.load().then(
      (View) => isCurrent && setLoaded({ at, View }),
      (error: unknown) => {
        if (!isCurrent) return
        setFailure(error instanceof ApiError ? error : new ApiError(0, {}))
        // Finds out whether the server can be reached at all.
        get('/auth/profile').catch(() => {})
      },
    )
    return () => {
      isCurrent = false
    }
  }, [at])
  const wasOffline = useRef(false)
  useEffect(() => {
    // Nothing was typed on a page that is not there.
    if (failure && wasOffline.current && !isOffline.value) location.reload()
    wasOffline.current = isOffline.value
  }, [isOffline.value])
  if (!found)
    return (
      <Page title={t('missing.title')}>
        <Empty icon="search" title={t('missing.title')} text={at} />
      </Page>
    )
  if (failure) return <Failure error={failure} onRetry={() => location.reload()} />
  if (loaded?.at !== at) return <Loading />
  const { View } = loaded
  return <View parameters={found.parameters} {...(found.page && { page: found.page })} />
}

function findPage(at: string) {
  for (const [pattern, load] of Object.entries(PAGES)) {
    const parameters = match(pattern, at)
    if (parameters) return { load, parameters }
  }
  const page = contributed.value.find((one) => at === `/${one.path}`)
  if (!page) return undefined
  const load = async (): Promise<PageOf> =>
    page.settings
      ? (await import('./pages/settings.tsx')).SettingsPage
      : page.component
        ? loadComponent(page.script ?? '', page.component)
        : page.element
          ? (await import('./pages/element.tsx')).ElementPage
          : (await import('./pages/resource.tsx')).ResourcePage
  return { load, parameters: {}, page }
}
