import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call, get } from '../lib/api.ts'
import { complain } from '../lib/bulk.ts'
import { useData } from '../lib/data.ts'
import { number, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { change, snapshotOf, whole } from '../lib/snapshot.ts'
import type { Listed, Rights, Role } from '../lib/types.ts'
import { CancelButton, Dialog } from './dialog.tsx'

interface GrantProps {
  readonly userId: string
  readonly feature: { readonly id: string; readonly title: string | null }
  /** The person's roles, or none if rights of their own count in the place of their roles. */
  readonly roles: readonly { readonly id: string; readonly name: string | null }[]
  readonly onClose: () => void
}

/** Grants a missing right, by a role of the person or in their own rights. */
export function GrantRight({ userId, feature, roles, onClose }: GrantProps): JSX.Element {
  const [roleId, setRoleId] = useState(roles[0]?.id)
  const { data } = useData<Listed<Role>>(roles.length > 0 ? '/auth/roles' : null, {
    ids: roles.map(({ id }) => id).join(','),
    pageSize: 100,
  })
  async function grant() {
    const [path, of] = roleId === undefined ? ['/auth/users/acl', { userId }] : ['/auth/roles/acl', { roleId }]
    const rights = await get<Rights>(path, of)
    await change(snapshotOf(rights, { path, query: of, pick: whole<Rights> }), ({ row, version }) => {
      const { isSuperAdmin, features, organizations } = row
      const body = { ...of, isSuperAdmin, features: [...features, feature.id], organizations }
      return call('PUT', path, { body, version })
    })
    onClose()
  }
  return (
    <Dialog
      title={t('explain.grant')}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <button type="button" class="button primary" onClick={() => void grant().catch(complain)}>
            {t('explain.grant')}
          </button>
        </>
      }
    >
      <div class="stack">
        <p class="strong">{visible(feature.title ?? feature.id, 200)}</p>
        {roles.length === 0 ? (
          <p>{t('explain.grantOwn')}</p>
        ) : (
          <fieldset class="checks">
            <legend>{t('explain.grantBy')}</legend>
            {roles.map(({ id, name }) => {
              const count = data?.items.find((role) => role.id === id)?.usersCount
              return (
                <label key={id} class="check">
                  <input type="radio" name="role" checked={id === roleId} onChange={() => setRoleId(id)} />
                  <span>
                    {visible(name ?? '—', 120)}{' '}
                    {count !== undefined && <span class="muted">{t('holders.count', { count: number(count) })}</span>}
                  </span>
                </label>
              )
            })}
          </fieldset>
        )}
      </div>
    </Dialog>
  )
}
