import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { type Entity, toKey } from '../lib/definitions.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { go, hrefOf, query, setQuery } from '../lib/location.ts'
import { may } from '../lib/session.ts'
import { snapshotOf } from '../lib/snapshot.ts'
import { useCustomFields } from '../ui/custom-fields.tsx'
import { EditDialog, field } from '../ui/edit-dialog.tsx'
import { Select } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { RemoveDialog } from '../ui/remove-dialog.tsx'
import { Empty, Shown } from '../ui/states.tsx'

/** The page with the records of a custom entity, as the API publishes it. */
const recordsOf = (entityId: string) => `/entities/user/${encodeURIComponent(entityId)}/records`

const toValues = ({ label, description, labelField, showInSidebar = false, owned = false }: Entity) => ({
  label,
  description: description ?? null,
  labelField,
  showInSidebar,
  owned,
})

const IN_MENU = field('showInSidebar', { kind: 'boolean' })
const OWNED = field('owned', { kind: 'boolean' })

const seenOf = (entity: Entity) =>
  snapshotOf(entity, {
    path: '/entities/entities',
    pick: ({ items }: { readonly items: readonly Entity[] }) =>
      items.find(({ entityId }) => entityId === entity.entityId),
    toValues,
  })

/** The entities that customers define, and their records. */
export function Entities(): JSX.Element {
  const all = useData<{ items: readonly Entity[] }>('/entities/entities')
  const [edited, setEdited] = useState<Entity>()
  const [deleted, setDeleted] = useState<Entity>()
  const canManage = may('entities.definitions.manage')
  const add = canManage && (
    <button type="button" class="button primary" onClick={() => setQuery({ new: '1' })}>
      <Icon name="plus" size={18} />
      {t('entities.new')}
    </button>
  )
  return (
    <Page title={t('entities')} text={t('entities.text')} actions={add}>
      <section class="card padded" aria-label={t('entities')} aria-busy={all.isLoading}>
        <Shown of={all}>
          {({ items }) => {
            const custom = items.filter(({ source }) => source === 'custom')
            if (custom.length === 0)
              return <Empty icon="box" title={t('entities.empty')} text={t('entities.emptyText')} />
            return (
              <ul class="rows">
                {custom.map((one) => (
                  <li key={one.entityId}>
                    <span>
                      <a class="strong" href={hrefOf(recordsOf(one.entityId))}>
                        {visible(one.label, 120)}
                      </a>
                      <span class="below muted mono">{one.entityId}</span>
                    </span>
                    {canManage && (
                      <span class="push org-actions">
                        <a
                          class="button small"
                          aria-label={`${t('fields')}: ${one.label}`}
                          href={hrefOf(`/entities/fields?entity=${encodeURIComponent(one.entityId)}`)}
                        >
                          {t('fields')}
                        </a>
                        <button
                          type="button"
                          class="icon-button small"
                          aria-label={`${t('edit')}: ${one.label}`}
                          onClick={() => setEdited(one)}
                        >
                          <Icon name="edit" size={16} />
                        </button>
                        <button
                          type="button"
                          class="icon-button small danger"
                          aria-label={`${t('delete')}: ${one.label}`}
                          onClick={() => setDeleted(one)}
                        >
                          <Icon name="trash" size={16} />
                        </button>
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            )
          }}
        </Shown>
      </section>
      {query.value['new'] && canManage && (
        <EditDialog
          title={t('entities.new')}
          name="new"
          action={t('create')}
          fields={[
            field('label', { isRequired: true, maxLength: 200, title: t('field.name') }),
            field('description', { kind: 'long', maxLength: 2000 }),
            { ...IN_MENU, title: t('entities.inMenu') },
            { ...OWNED, title: t('entities.owned') },
          ]}
          start={{ showInSidebar: true }}
          onSubmit={async (values) => {
            const entityId = `custom:${toKey(String(values['label'])).slice(0, 90) || crypto.randomUUID().slice(0, 8)}`
            await call('POST', '/entities/entities', { body: { entityId, ...values } })
            setTimeout(() => go(`/entities/fields?entity=${encodeURIComponent(entityId)}`))
          }}
          onClose={() => setQuery({ new: null }, { replace: true })}
        />
      )}
      {edited && <Edit entity={edited} onClose={() => setEdited(undefined)} />}
      {deleted && (
        <RemoveDialog
          seen={seenOf(deleted)}
          text={t('entities.deleteText', { name: visible(deleted.label, 120) })}
          onRemove={({ version }) =>
            call('DELETE', '/entities/entities', { query: { entityId: deleted.entityId }, version })
          }
          onClose={() => setDeleted(undefined)}
        />
      )}
    </Page>
  )
}

function Edit({ entity, onClose }: { readonly entity: Entity; readonly onClose: () => void }): JSX.Element {
  const fields = useCustomFields(entity.entityId)
  const { entityId, label } = entity
  return (
    <EditDialog
      title={`${t('edit')}: ${visible(label, 80)}`}
      name={entityId}
      seen={seenOf(entity)}
      fields={[
        field('label', { isRequired: true, maxLength: 200, title: t('field.name') }),
        field('description', { kind: 'long', maxLength: 2000, isNullable: true }),
        field('labelField', { title: t('entities.labelField') }),
        { ...IN_MENU, title: t('entities.inMenu') },
        { ...OWNED, title: t('entities.owned') },
      ]}
      controls={{
        labelField: ({ value, set, described }) => (
          <Select
            {...described}
            value={String(value ?? '')}
            onChange={set}
            options={[
              ...(value ? [] : [['', '—'] as const]),
              ...fields.map((one) => [one.key, visible(one.label, 100)] as const),
            ]}
          />
        ),
      }}
      onSubmit={(values, { row, version }) => {
        const body = { entityId, defaultEditor: row.defaultEditor, ...toValues(row), ...values }
        return call('POST', '/entities/entities', { body, version })
      }}
      onClose={onClose}
    />
  )
}
