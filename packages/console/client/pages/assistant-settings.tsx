import type { JSX } from 'preact'
import { call, urlOf } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { useEditing } from '../lib/editing.ts'
import { t } from '../lib/i18n.ts'
import { hrefOf } from '../lib/location.ts'
import { may } from '../lib/session.ts'
import { snapshotOf, whole } from '../lib/snapshot.ts'
import { toast } from '../lib/toasts.ts'
import { CopyField } from '../ui/copy-field.tsx'
import { Field, Select } from '../ui/field.tsx'
import { FormNotes } from '../ui/form-notes.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { Shown } from '../ui/states.tsx'

interface Provider {
  readonly id: string
  readonly name: string
  readonly defaultModel: string
  readonly envKey: string
  readonly configured: boolean
}

interface Settings {
  readonly provider: Provider & { readonly model: string }
  readonly availableProviders: readonly Provider[]
}

const PATH = '/ai_assistant/settings'

/** The model that answers, and how other assistants connect. */
export function AssistantSettings(): JSX.Element {
  const settings = useData<Settings>(PATH)
  return (
    <Page title={t('assistantSettings')} text={t('assistantSettings.text')}>
      <div class="columns">
        <section class="card padded stack" aria-label={t('assistantSettings.model')}>
          <h2>{t('assistantSettings.model')}</h2>
          <Shown of={settings}>{(given) => <Model given={given} />}</Shown>
        </section>
        <section class="card padded stack" aria-label="MCP">
          <h2>MCP</h2>
          <Mcp />
        </section>
      </div>
    </Page>
  )
}

const toChoice = ({ provider }: Settings) => ({
  providerId: provider.id,
  model: provider.model.replace(`${provider.id}/`, ''),
})

function Model({ given }: { readonly given: Settings }): JSX.Element {
  const { availableProviders } = given
  const seen = snapshotOf(given, { path: PATH, pick: whole<Settings>, toValues: toChoice })
  const editing = useEditing({ seen, draft: seen.key })
  const { providerId, model } = editing.values as unknown as ReturnType<typeof toChoice>
  const chosen = availableProviders.find(({ id }) => id === providerId)
  const canManage = may('ai_assistant.settings.manage')
  const save = () =>
    editing
      .save((values, { seen: now }) => {
        const wanted = values as unknown as ReturnType<typeof toChoice>
        const body = { providerId: wanted.providerId, model: wanted.model.trim() || null }
        return call('PUT', PATH, { body, version: now?.version })
      })
      .catch((error: Error) => toast({ text: error.message, kind: 'bad' }))
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <FormNotes
        editing={editing}
        titleOf={(name) => (name === 'model' ? t('assistantSettings.model') : t('assistantSettings.provider'))}
      />
      {chosen && !chosen.configured && (
        <p class="message">
          <Icon name="info" size={18} />
          {t('assistantSettings.notConfigured', { name: chosen.envKey })}
        </p>
      )}
      <Field label={t('assistantSettings.provider')} isRequired>
        {(described) => (
          <Select
            {...described}
            value={providerId}
            options={availableProviders.map(({ id, name }) => [id, name] as const)}
            onChange={(next) => editing.set({ providerId: next })}
          />
        )}
      </Field>
      <Field label={t('assistantSettings.model')}>
        {(described) => (
          <input
            {...described}
            class="input"
            maxLength={200}
            placeholder={chosen?.defaultModel}
            value={model}
            onInput={(event) => editing.set({ model: event.currentTarget.value })}
          />
        )}
      </Field>
      {canManage && (
        <button type="submit" class="button primary">
          {t('save')}
        </button>
      )}
    </form>
  )
}

function Mcp(): JSX.Element {
  const address = new URL(urlOf('/mcp'), location.href).href
  return (
    <>
      <p class="muted">{t('assistantSettings.mcpText')}</p>
      <CopyField label={t('assistantSettings.address')} value={address} />
      {may('api_keys.create') && (
        <div class="actions">
          <a class="button" href={hrefOf('/api-keys?new=1')}>
            {t('keys.new')}
          </a>
        </div>
      )}
    </>
  )
}
