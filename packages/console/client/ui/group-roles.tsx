import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { GroupRole } from '../lib/connections.ts'
import { useData } from '../lib/data.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { toast } from '../lib/toasts.ts'
import type { Listed, Role } from '../lib/types.ts'
import { Select } from './field.tsx'
import { Icon } from './icon.tsx'
import { RemoveButton } from './remove-button.tsx'

interface GroupRolesProps {
  readonly value: readonly GroupRole[]
  readonly onSave: (next: readonly GroupRole[]) => Promise<unknown>
  readonly canChange: boolean
}

/** Which role the members of a provider's group get. */
export function GroupRoles({ value, onSave, canChange }: GroupRolesProps): JSX.Element {
  const roles = useData<Listed<Role>>('/auth/roles', { pageSize: 100 })
  const [rows, setRows] = useState(value)
  useEffect(() => setRows(value), [JSON.stringify(value)])
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
        onSave(rows).catch((error: Error) => toast({ text: error.message, kind: 'bad' }))
      }}
    >
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
        <button type="submit" class="button primary" disabled={JSON.stringify(rows) === JSON.stringify(value)}>
          {t('save')}
        </button>
      </div>
    </form>
  )
}
