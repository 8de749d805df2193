import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { toKey } from '../lib/definitions.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { go, hrefOf, query, setQuery } from '../lib/location.ts'
import { may } from '../lib/session.ts'
import { shippedName } from '../lib/shipped-names.ts'
import { snapshotOf, whole } from '../lib/snapshot.ts'
import { EditDialog, field } from '../ui/edit-dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { RemoveDialog } from '../ui/remove-dialog.tsx'
import { Empty, Shown } from '../ui/states.tsx'

interface Dictionary {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly description: string | null
  readonly isSystem: boolean
  readonly isActive: boolean
  readonly isInherited: boolean
  readonly updatedAt: string
}

const seenOf = (dictionary: Dictionary) =>
  snapshotOf(dictionary, {
    path: `/dictionaries/${dictionary.id}`,
    pick: whole<Dictionary>,
    toValues: ({ name, description, isActive }) => ({ name, description, isActive }),
  })

/** The lists of values that customers maintain. */
export function Dictionaries(): JSX.Element {
  const all = useData<{ items: readonly Dictionary[] }>('/dictionaries', { includeInactive: true })
  const [edited, setEdited] = useState<Dictionary>()
  const [deleted, setDeleted] = useState<Dictionary>()
  const canManage = may('dictionaries.manage')
  const add = canManage && (
    <button type="button" class="button primary" onClick={() => setQuery({ new: '1' })}>
      <Icon name="plus" size={18} />
      {t('dictionaries.new')}
    </button>
  )
  return (
    <Page title={t('dictionaries')} text={t('dictionaries.text')} actions={add}>
      <section class="card padded" aria-label={t('dictionaries')} aria-busy={all.isLoading}>
        <Shown of={all}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty icon="tag" title={t('dictionaries.empty')} />
            ) : (
              <ul class="rows">
                {items.map((one) => (
                  <li key={one.id}>
                    <span>
                      <a class="strong" href={hrefOf(`/dictionaries/${one.id}`)}>
                        {visible(shippedName(one.name), 120)}
                      </a>
                      <span class="below muted mono">{one.key}</span>
                    </span>
                    <span class="badges">
                      {one.isInherited && <span class="badge">{t('fields.inherited')}</span>}
                      {!one.isActive && <span class="badge">{t('inactive')}</span>}
                    </span>
                    {canManage && !one.isInherited && (
                      <span class="push org-actions">
                        <button
                          type="button"
                          class="icon-button small"
                          aria-label={`${t('edit')}: ${shippedName(one.name)}`}
                          onClick={() => setEdited(one)}
                        >
                          <Icon name="edit" size={16} />
                        </button>
                        {!one.isSystem && (
                          <button
                            type="button"
                            class="icon-button small danger"
                            aria-label={`${t('delete')}: ${shippedName(one.name)}`}
                            onClick={() => setDeleted(one)}
                          >
                            <Icon name="trash" size={16} />
                          </button>
                        )}
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            )
          }
        </Shown>
      </section>
      {query.value['new'] && canManage && (
        <EditDialog
          title={t('dictionaries.new')}
          name="new"
          action={t('create')}
          fields={[
            field('name', { isRequired: true, maxLength: 200 }),
            field('description', { kind: 'long', maxLength: 2000 }),
          ]}
          onSubmit={async (values) => {
            const key = toKey(String(values['name'])) || crypto.randomUUID()
            const { id } = await call<{ id: string }>('POST', '/dictionaries', { body: { key, ...values } })
            setTimeout(() => go(`/dictionaries/${id}`))
          }}
          onClose={() => setQuery({ new: null }, { replace: true })}
        />
      )}
      {edited && (
        <EditDialog
          title={`${t('edit')}: ${visible(edited.name, 80)}`}
          seen={seenOf(edited)}
          fields={[
            field('name', { isRequired: true, maxLength: 200 }),
            field('description', { kind: 'long', maxLength: 2000, isNullable: true }),
            ...(edited.isSystem ? [] : [field('isActive', { kind: 'boolean' })]),
          ]}
          onSubmit={(values, { version }) => call('PATCH', `/dictionaries/${edited.id}`, { body: values, version })}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted && (
        <RemoveDialog
          seen={seenOf(deleted)}
          text={t('dictionaries.deleteText', { name: visible(deleted.name, 120) })}
          onRemove={({ version }) => call('DELETE', `/dictionaries/${deleted.id}`, { version })}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </Page>
  )
}
