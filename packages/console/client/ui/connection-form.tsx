import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { type Connection, fromFields, protocolOf, protocols, toFields } from '../lib/connections.ts'
import { useData } from '../lib/data.ts'
import { t } from '../lib/i18n.ts'
import type { Values } from '../lib/merge.ts'
import type { Snapshot } from '../lib/snapshot.ts'
import { EditDialog, field } from './edit-dialog.tsx'
import { Field, Select } from './field.tsx'
import { OrganizationPicker, RolePicker } from './pickers.tsx'

interface ConnectionProps {
  /** Absent for a new one. */
  readonly connection?: Snapshot<Connection>
  readonly onSave: (values: Values, seen: Snapshot<Connection>) => Promise<unknown>
  readonly onClose: () => void
}

/** What a connection needs to know of the provider, and who gets an account by it. */
export function ConnectionForm({ connection, onSave, onClose }: ConnectionProps): JSX.Element {
  const [protocol, setProtocol] = useState(connection?.row.protocol ?? 'oidc')
  const [found, setFound] = useState<Values>()
  const { fields, hints, start } = protocolOf({ protocol })
  const provider = ['name', ...fields.map(({ name }) => name)]
  return (
    <EditDialog
      // Another protocol has other fields.
      key={protocol}
      name={protocol}
      title={connection ? t('edit') : t('sso.new')}
      {...(!connection && { action: t('create') })}
      fields={[
        field('name', { isRequired: true, maxLength: 120 }),
        ...fields,
        field('groupsClaim', { isNullable: true, maxLength: 200 }),
        field('createsAccounts', { kind: 'boolean' }),
        field('homeOrganizationId', { isRequired: true }),
        field('defaultRoleIds', { kind: 'list' }),
      ]}
      groups={[{ title: t('sso.provider'), fields: provider }]}
      hints={{
        ...Object.fromEntries(Object.entries(hints).map(([name, key]) => [name, t(key)])),
        groupsClaim: t('sso.groupsText'),
        homeOrganizationId: t('sso.homeText'),
      }}
      controls={{
        homeOrganizationId: ({ value, set, described }) => (
          <OrganizationPicker value={String(value ?? '')} onChange={set} described={described} isRequired />
        ),
      }}
      fieldsets={{
        defaultRoleIds: ({ value, set }) => (
          <RolePicker label={t('field.defaultRoleIds')} value={(value ?? []) as readonly string[]} onChange={set} />
        ),
      }}
      seen={connection}
      start={{ createsAccounts: true, ...start }}
      filled={found}
      lead={
        !connection && (
          <>
            <ProtocolChoice
              value={protocol}
              onChange={(next) => {
                setProtocol(next)
                setFound(undefined)
              }}
            />
            {protocol === 'saml' && <Metadata onRead={(next) => setFound(toFields(next))} />}
          </>
        )
      }
      onSubmit={(values, now) =>
        onSave({ ...(!connection && { protocol }), ...fromFields(values, connection && now.row.settings) }, now)
      }
      onClose={onClose}
    />
  )
}

interface ChoiceProps {
  readonly value: string
  readonly onChange: (protocol: string) => void
}

/** Which protocol a new connection speaks, where the platform speaks more than one. */
function ProtocolChoice({ value, onChange }: ChoiceProps): JSX.Element | null {
  const { data } = useData<{ readonly items: readonly string[] }>('/sso/protocols')
  const known = (data?.items ?? []).filter((one) => Object.hasOwn(protocols, one))
  if (known.length < 2) return null
  return (
    <Field label={t('sso.protocol')} isRequired>
      {(described) => (
        <Select
          {...described}
          value={value}
          onChange={onChange}
          isRequired
          options={known.map((one) => [one, protocols[one]!.title] as const)}
        />
      )}
    </Field>
  )
}

/** Fills in a connection from the metadata of its provider: a document, or the address of one. */
function Metadata({ onRead }: { readonly onRead: (found: Partial<Connection>) => void }): JSX.Element {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const read = async () => {
    const body = text.trim().startsWith('<') ? { xml: text } : { url: text.trim() }
    try {
      const found = await call<{
        issuer: string
        signInUrl: string
        certificates: readonly string[]
        warnings?: readonly string[]
      }>('POST', '/saml/provider-metadata', { body, isRead: true })
      const { issuer, warnings, ...settings } = found
      onRead({ issuer, settings })
      setProblem(warnings?.join(' '))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t('offline.text'))
    }
  }
  return (
    <Field label={t('sso.providerMetadata')} hint={t('sso.providerMetadataText')} problem={problem}>
      {(described) => (
        <>
          <textarea
            {...described}
            class="input mono"
            rows={3}
            spellcheck={false}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <button type="button" class="button" disabled={text.trim() === ''} onClick={() => void read()}>
            {t('sso.readMetadata')}
          </button>
        </>
      )}
    </Field>
  )
}
