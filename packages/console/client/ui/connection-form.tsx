import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { type Connection, protocolOf } from '../lib/connections.ts'
import { t } from '../lib/i18n.ts'
import { EditDialog, field } from './edit-dialog.tsx'
import type { Values } from './form.tsx'
import { OrganizationPicker, RolePicker } from './pickers.tsx'

interface ConnectionProps {
  /** Absent for a new one. */
  readonly connection?: Connection
  readonly onSave: (values: Values) => Promise<unknown>
  readonly onClose: () => void
}

/** What a connection needs to know of the provider, and who gets an account by it. */
export function ConnectionForm({ connection, onSave, onClose }: ConnectionProps): JSX.Element {
  const { fields, hints } = protocolOf(connection ?? {})
  const [roles, setRoles] = useState<readonly string[]>(connection?.defaultRoleIds ?? [])
  const hasChanged = [...roles].sort().join() !== [...(connection?.defaultRoleIds ?? [])].sort().join()
  const provider = ['name', ...fields.map(({ name }) => name)]
  return (
    <EditDialog
      title={connection ? t('edit') : t('sso.new')}
      {...(!connection && { action: t('create') })}
      fields={[
        field('name', { isRequired: true, maxLength: 120 }),
        ...fields,
        field('groupsClaim', { isNullable: true, maxLength: 200 }),
        field('createsAccounts', { kind: 'boolean' }),
        field('homeOrganizationId', { isRequired: true }),
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
      {...(connection
        ? { initial: { ...connection, secret: '' } }
        : { start: { createsAccounts: true, authMethod: 'client_secret_basic' } })}
      onSubmit={(values) => onSave({ ...values, ...(hasChanged && { defaultRoleIds: roles }) })}
      onClose={onClose}
    >
      <RolePicker label={t('field.defaultRoleIds')} value={roles} onChange={setRoles} />
    </EditDialog>
  )
}
