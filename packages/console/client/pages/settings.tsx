import type { JSX } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import type { PageProps } from '../app.tsx'
import { ApiError, call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { memberName, t, textIn } from '../lib/i18n.ts'
import { query } from '../lib/location.ts'
import { describeSettings, type SettingsDescription } from '../lib/openapi.ts'
import { may } from '../lib/session.ts'
import { snapshotOf } from '../lib/snapshot.ts'
import type { ContributedPage, LocalText } from '../lib/types.ts'
import { Form } from '../ui/form.tsx'
import { Page, setTab, Tabs } from '../ui/page.tsx'
import { Failure, Loading, Shown } from '../ui/states.tsx'

/** The settings that a module has declared a page for. */
export function SettingsPage({ page }: PageProps): JSX.Element | null {
  const [described, setDescribed] = useState<SettingsDescription>()
  const [failure, setFailure] = useState<ApiError>()
  const path = page?.settings
  useEffect(() => {
    if (path === undefined) return
    describeSettings(path).then(setDescribed, (error: unknown) =>
      setFailure(error instanceof ApiError ? error : new ApiError(404, { error: String(error) })),
    )
  }, [path])
  if (!page || path === undefined) return null
  if (failure) return <Failure error={failure} />
  if (!described) return <Loading />
  const tabOf = (level: string) => ({
    id: level,
    title: t(level === 'tenant' ? 'tenant' : 'organization'),
    show: () => <SettingsForm key={level} {...{ path, page, described, level }} />,
  })
  return (
    <Page title={textIn(page.title)}>
      {described.levels.length > 1 ? (
        <Tabs
          label={textIn(page.title)}
          tabs={described.levels.map(tabOf)}
          current={query.value['tab'] ?? 'tenant'}
          onChange={setTab}
        />
      ) : (
        <SettingsForm {...{ path, page, described }} />
      )}
    </Page>
  )
}

interface FormProps {
  readonly path: string
  readonly page: ContributedPage
  readonly described: SettingsDescription
  /** Undefined for settings that are those of the tenant only. */
  readonly level?: string
}

/** What routes of settings answer; the values themselves if there is nothing to inherit. */
interface Answer {
  readonly values?: Readonly<Record<string, unknown>>
  readonly own?: readonly string[]
  readonly invalid?: readonly string[]
  readonly updatedAt?: string | null
}

function SettingsForm({ path, page, described, level }: FormProps): JSX.Element {
  const id = useId()
  const asked = level === undefined ? undefined : { level }
  const settings = useData<Answer>(path, asked)
  const { groups, labels = {} } = page
  const titleOf = (name: string) => (labels[name] ? textIn(labels[name]) : memberName(name))
  const canWrite = may(...described.features)
  const write = (values: object, version: string | null) =>
    call('PUT', path, { body: { ...values, ...asked }, version })
  return (
    <Shown of={settings}>
      {(answer) => {
        const { own = [], invalid = [] } = answer
        const seen = snapshotOf(answer, {
          path,
          ...(asked && { query: asked }),
          pick: (again: Answer) => again,
          toValues: (row) => row.values ?? row,
        })
        const set = described.fields.filter(({ kind, name }) => kind === 'password' && own.includes(name))
        return (
          <div class="card padded stack">
            {invalid.length > 0 && (
              <p class="message bad">{t('settings.invalid', { names: invalid.map(titleOf).join(', ') })}</p>
            )}
            <Form
              id={id}
              seen={seen}
              draft={seen.key}
              fields={described.fields}
              {...(groups && { groups })}
              labels={labels as Readonly<Record<string, LocalText>>}
              hints={Object.fromEntries(set.map(({ name }) => [name, t('settings.secret')]))}
              onSubmit={async (values, { version }) => {
                if (Object.keys(values).length > 0) await write(values, version)
              }}
              onDone={() => {}}
            />
            {canWrite && (
              <div class="actions">
                <button type="submit" form={id} class="button primary">
                  {t('save')}
                </button>
                {own.length > 0 && (
                  <button
                    type="button"
                    class="button"
                    onClick={() => void write(Object.fromEntries(own.map((name) => [name, null])), seen.version)}
                  >
                    {t(level === 'organization' ? 'settings.inherit' : 'settings.defaults')}
                  </button>
                )}
              </div>
            )}
          </div>
        )
      }}
    </Shown>
  )
}
