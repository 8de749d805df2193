import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { PageProps } from '../app.tsx'
import { call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { hrefOf } from '../lib/location.ts'
import { may } from '../lib/session.ts'
import { shippedName } from '../lib/shipped-names.ts'
import { byId, snapshotOf } from '../lib/snapshot.ts'
import { toast } from '../lib/toasts.ts'
import { EditDialog, field } from '../ui/edit-dialog.tsx'
import { Select } from '../ui/field.tsx'
import type { Control } from '../ui/input.tsx'
import { Icon, iconNames } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { RemoveDialog } from '../ui/remove-dialog.tsx'
import { Empty, Shown } from '../ui/states.tsx'
import { Swatch } from '../ui/swatch.tsx'

interface Entry {
  readonly id: string
  readonly value: string
  readonly label: string
  readonly color: string | null
  readonly icon: string | null
  readonly isDefault: boolean
  readonly updatedAt: string
}

/** The entries of a dictionary: colour, icon, order and default. */
export function DictionaryPage({ parameters: { id = '' } }: PageProps): JSX.Element {
  const path = `/dictionaries/${id}`
  const found = useData<{ name: string; description: string | null; isInherited: boolean }>(path)
  const entries = useData<{ items: readonly Entry[] }>(`${path}/entries`)
  const [edited, setEdited] = useState<Entry | 'new'>()
  const [deleted, setDeleted] = useState<Entry>()
  const seenOf = (entry: Entry) =>
    snapshotOf(entry, {
      path: `${path}/entries`,
      pick: byId<Entry>(entry.id),
      toValues: ({ value, label, color: shade, icon: sign }) => ({ value, label, color: shade, icon: sign }),
    })
  const canManage = may('dictionaries.manage') && found.data?.isInherited === false
  return (
    <>
      <a class="back" href={hrefOf('/dictionaries')}>
        <Icon name="left" size={16} />
        {t('dictionaries')}
      </a>
      <Shown of={found}>
        {({ name, description, isInherited }) => (
          <Page
            title={visible(shippedName(name), 120)}
            {...(description && { text: visible(description, 300) })}
            actions={
              canManage && (
                <button type="button" class="button primary" onClick={() => setEdited('new')}>
                  <Icon name="plus" size={18} />
                  {t('dictionaries.add')}
                </button>
              )
            }
          >
            <section class="card padded stack" aria-label={t('dictionaries.entries')} aria-busy={entries.isLoading}>
              {isInherited && <p class="message">{t('dictionaries.inheritedText')}</p>}
              <Shown of={entries}>
                {({ items }) =>
                  items.length === 0 ? (
                    <Empty icon="tag" title={t('dictionaries.none')} />
                  ) : (
                    <Entries {...{ path, items, canManage, isInherited }} onEdit={setEdited} onDelete={setDeleted} />
                  )
                }
              </Shown>
            </section>
          </Page>
        )}
      </Shown>
      {edited && (
        <EditDialog
          name={edited === 'new' ? 'new' : edited.id}
          title={edited === 'new' ? t('dictionaries.add') : `${t('edit')}: ${visible(edited.label, 80)}`}
          {...(edited === 'new' ? { action: t('create') } : { seen: seenOf(edited) })}
          fields={[
            field('value', { isRequired: true, maxLength: 150, title: t('rules.value') }),
            field('label', { maxLength: 150, title: t('fields.label') }),
            field('color', { isNullable: true, title: t('dictionaries.color') }),
            field('icon', { isNullable: true, title: t('dictionaries.icon') }),
          ]}
          controls={{ color, icon }}
          onSubmit={(values, now) =>
            edited === 'new'
              ? call('POST', `${path}/entries`, { body: values })
              : Object.keys(values).length === 0
                ? Promise.resolve()
                : call('PATCH', `${path}/entries/${edited.id}`, { body: values, version: now.version })
          }
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted && (
        <RemoveDialog
          seen={seenOf(deleted)}
          text={t('dictionaries.deleteEntryText', { name: visible(deleted.label, 120) })}
          onRemove={({ version }) => call('DELETE', `${path}/entries/${deleted.id}`, { version })}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </>
  )
}

const tell = (error: Error) => toast({ text: error.message, kind: 'bad' })

interface EntriesProps {
  readonly path: string
  readonly items: readonly Entry[]
  readonly canManage: boolean
  readonly isInherited: boolean
  readonly onEdit: (one: Entry) => void
  readonly onDelete: (one: Entry) => void
}

function Entries({ path, items, canManage, isInherited, onEdit, onDelete }: EntriesProps): JSX.Element {
  const [dragged, setDragged] = useState<string>()
  const move = (id: string, to: number) => {
    const at = items.findIndex((one) => one.id === id)
    if (at === -1 || to < 0 || to >= items.length || to === at) return
    const next = items.toSpliced(at, 1).toSpliced(to, 0, items[at]!)
    const body = { entries: next.map((one, position) => ({ id: one.id, position })) }
    void call('POST', `${path}/entries/reorder`, { body }).catch(tell)
  }
  return (
    <ol class="rows">
      {items.map((one, index) => {
        const name = visible(shippedName(one.label), 100)
        return (
          <li
            key={one.id}
            draggable={canManage}
            onDragStart={() => setDragged(one.id)}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => dragged !== undefined && event.preventDefault()}
            onDrop={() => dragged !== undefined && move(dragged, index)}
          >
            {canManage && <Icon name="grip" size={18} />}
            <Swatch color={one.color} />
            {one.icon && <Icon name={one.icon} size={18} />}
            <span>
              <span class="strong">{name}</span>
              <span class="below muted mono">{visible(one.value, 100)}</span>
            </span>
            <span class="badges">
              {one.isDefault && <span class="badge">{t('dictionaries.default')}</span>}
              {isInherited && <span class="badge">{t('fields.inherited')}</span>}
            </span>
            {canManage && (
              <span class="push org-actions">
                <button
                  type="button"
                  class="button small quiet"
                  aria-label={`${one.isDefault ? t('dictionaries.noDefault') : t('dictionaries.makeDefault')}: ${name}`}
                  onClick={() =>
                    void call('POST', `${path}/entries/set-default`, {
                      body: { entryId: one.isDefault ? null : one.id },
                    }).catch(tell)
                  }
                >
                  {one.isDefault ? t('dictionaries.noDefault') : t('dictionaries.makeDefault')}
                </button>
                <button
                  type="button"
                  class="icon-button small"
                  disabled={index === 0}
                  aria-label={t('moveUp', { name })}
                  onClick={() => move(one.id, index - 1)}
                >
                  <Icon name="up" size={16} />
                </button>
                <button
                  type="button"
                  class="icon-button small"
                  disabled={index === items.length - 1}
                  aria-label={t('moveDown', { name })}
                  onClick={() => move(one.id, index + 1)}
                >
                  <Icon name="down" size={16} />
                </button>
                <button
                  type="button"
                  class="icon-button small"
                  aria-label={`${t('edit')}: ${name}`}
                  onClick={() => onEdit(one)}
                >
                  <Icon name="edit" size={16} />
                </button>
                <button
                  type="button"
                  class="icon-button small danger"
                  aria-label={`${t('delete')}: ${name}`}
                  onClick={() => onDelete(one)}
                >
                  <Icon name="trash" size={16} />
                </button>
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}

const color: Control = ({ value, set, described }) => (
  <span class="nav-row">
    <input
      {...described}
      class="input"
      type="color"
      value={typeof value === 'string' && value !== '' ? value : '#808080'}
      onInput={(event) => set(event.currentTarget.value)}
    />
    <button type="button" class="button small" disabled={!value} onClick={() => set(null)}>
      {t('dictionaries.noColor')}
    </button>
  </span>
)

const icon: Control = ({ value, set, described }) => {
  const text = typeof value === 'string' ? value : ''
  return (
    <span class="nav-row">
      {text !== '' && <Icon name={text} />}
      <Select
        {...described}
        value={text}
        onChange={set}
        options={[
          ['', '—'],
          ...(text === '' || iconNames.includes(text) ? [] : [[text, text] as const]),
          ...iconNames.map((name) => [name, name] as const),
        ]}
      />
    </span>
  )
}
