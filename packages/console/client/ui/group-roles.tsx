import type { JSX } from 'preact'
import type { Connection, GroupRole } from '../lib/connections.ts'
import { useData } from '../lib/data.ts'
import { useEditing } from '../lib/editing.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { type Snapshot, withValues } from '../lib/snapshot.ts'
import { toast } from '../lib/toasts.ts'
import type { Listed, Role } from '../lib/types.ts'
import { Select } from './field.tsx'
import { FormNotes } from './form-notes.tsx'
import { Icon } from './icon.tsx'
import { RemoveButton } from './remove-button.tsx'

interface GroupRolesProps {
  readonly connection: Snapshot<Connection>
  readonly onSave: (values: object, seen: Snapshot<Connection>) => Promise<unknown>
  readonly canChange: boolean
}

/** Which role the members of a provider's group get. */
export function GroupRoles({ connection, onSave, canChange }: GroupRolesProps): JSX.Element {
  const roles = useData<Listed<Role>>('/auth/roles', { pageSize: 100 })
  const value = connection.row.groupRoles
  const seen = withValues(connection, ({ groupRoles }) => ({ groupRoles }))
  const editing = useEditing({ seen, draft: `${seen.key} groups` })
  const rows = editing.values['groupRoles'] as readonly GroupRole[]
  const setRows = (groupRoles: readonly GroupRole[]) => editing.set({ groupRoles })
  const change = (index: number, values: Partial<GroupRole>) =>
    setRows(rows.with(index, { ...rows[index]!, ...values }))
  const options = [
    ['', '—'] as const,
    ...(roles.data?.items.map(({ id, name }) => [id, visible(name, 80)] as const) ?? []),
  ]
  if (!canChange)
    return (
      <ul class="rows">
        {value.map(({ group, roleId }) => (
          <li key={`${group} ${roleId}`}>
            <span class="strong">{visible(group, 120)}</span>
            <span class="badge push">{options.find(([id]) => id === roleId)?.[1] ?? roleId}</span>
          </li>
        ))}
      </ul>
    )
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        editing
          .save((values, { seen: now }) => onSave(values, now!))
          .catch((error: Error) => toast({ text: error.message, kind: 'bad' }))
      }}
    >
      <FormNotes editing={editing} titleOf={() => t('sso.groups')} />
      {rows.map(({ group, roleId }, index) => (
        <div class="pair" role="group" aria-label={t('sso.groupNumber', { number: index + 1 })} key={index}>
          <input
            class="input"
            required
            maxLength={300}
            aria-label={t('sso.group')}
            placeholder={t('sso.group')}
            value={group}
            onInput={(event) => change(index, { group: event.currentTarget.value })}
          />
          <Select
            label={t('role')}
            value={roleId}
            isRequired
            options={options}
            onChange={(next) => change(index, { roleId: next })}
          />
          <RemoveButton
            label={`${t('remove')}: ${group || index + 1}`}
            size={18}
            onClick={() => setRows(rows.toSpliced(index, 1))}
          />
        </div>
      ))}
      <div class="actions">
        <button type="button" class="button" onClick={() => setRows([...rows, { group: '', roleId: '' }])}>
          <Icon name="plus" size={18} />
          {t('sso.addGroup')}
        </button>
        <button type="submit" class="button primary" aria-disabled={!editing.isChanged}>
          {t('save')}
        </button>
      </div>
    </form>
  )
}
