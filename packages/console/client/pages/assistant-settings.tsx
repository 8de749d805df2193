import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call, urlOf } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { t } from '../lib/i18n.ts'
import { hrefOf } from '../lib/location.ts'
import { may } from '../lib/session.ts'
import { toast } from '../lib/toasts.ts'
import { CopyField } from '../ui/copy-field.tsx'
import { Field, Select } from '../ui/field.tsx'
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

/** The model that answers, and how other assistants connect. */
export function AssistantSettings(): JSX.Element {
  const settings = useData<Settings>('/ai_assistant/settings')
  return (
    <Page title={t('assistantSettings')} text={t('assistantSettings.text')}>
      <div class="columns">
        <section class="card padded stack" aria-label={t('assistantSettings.model')}>
          <h2>{t('assistantSettings.model')}</h2>
          <Shown of={settings}>{(given) => <Model key={given.provider.id} given={given} />}</Shown>
        </section>
        <section class="card padded stack" aria-label="MCP">
          <h2>MCP</h2>
          <Mcp />
        </section>
      </div>
    </Page>
  )
}

function Model({ given: { provider, availableProviders } }: { readonly given: Settings }): JSX.Element {
  const [providerId, setProviderId] = useState(provider.id)
  const [model, setModel] = useState(provider.model.replace(`${provider.id}/`, ''))
  const chosen = availableProviders.find(({ id }) => id === providerId)
  const canManage = may('ai_assistant.settings.manage')
  const save = () =>
    call('PUT', '/ai_assistant/settings', { body: { providerId, model: model.trim() || null } }).catch((error: Error) =>
      toast({ text: error.message, kind: 'bad' }),
    )
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
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
            onChange={setProviderId}
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
            onInput={(event) => setModel(event.currentTarget.value)}
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
