import type { Signal } from '@preact/signals'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { type Columns, type ListLayout, MAX_VIEWS, type View } from '../lib/list-layout.ts'
import { query, setQuery } from '../lib/location.ts'
import { Icon } from './icon.tsx'
import { Popover } from './popover.tsx'

interface ViewsMenuProps {
  readonly layout: Signal<ListLayout>
  /** Members of the address that belong to a view. */
  readonly members: readonly string[]
  readonly columns: Columns
  readonly onColumns: (columns: Columns) => void
}

/** Filters, order and columns of a list under a name. */
export function ViewsMenu({ layout, members, columns, onColumns }: ViewsMenuProps): JSX.Element {
  const { views } = layout.value
  const store = (next: readonly View[]) => (layout.value = { ...layout.value, views: next })
  const open = (view: View) => {
    setQuery({ ...Object.fromEntries(members.map((name) => [name, view.query[name] ?? null])), page: null })
    onColumns(view)
  }
  const save = (name: string) => {
    const kept = members.flatMap((member) => (query.value[member] ? [[member, query.value[member]] as const] : []))
    const view = { ...columns, name, query: Object.fromEntries(kept) }
    store([...views.filter((one) => one.name !== name), view].slice(-MAX_VIEWS))
  }
  return (
    <Popover label={t('views')} icon="bookmark">
      {(close) => (
        <>
          {views.length > 0 && (
            <ul class="column-list">
              {views.map((view) => (
                <li key={view.name}>
                  <button
                    type="button"
                    class="view"
                    onClick={() => {
                      open(view)
                      close()
                    }}
                  >
                    {visible(view.name, 60)}
                  </button>
                  <button
                    type="button"
                    class="icon-button"
                    aria-label={`${t('remove')}: ${view.name}`}
                    onClick={() => store(views.filter((one) => one !== view))}
                  >
                    <Icon name="close" size={16} />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <SaveView onSave={save} />
        </>
      )}
    </Popover>
  )
}

function SaveView({ onSave }: { readonly onSave: (name: string) => void }): JSX.Element {
  const [name, setName] = useState('')
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() === '') return
        onSave(name.trim())
        setName('')
      }}
    >
      <p class="muted hint">{t('views.text')}</p>
      <span class="side">
        <input
          class="input"
          type="text"
          aria-label={t('views.name')}
          placeholder={t('views.name')}
          maxLength={60}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <button type="submit" class="button">
          {t('save')}
        </button>
      </span>
    </form>
  )
}
