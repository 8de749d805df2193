import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import type { View } from '../lib/list-layout.ts'
import { type ListView, VIEWS } from '../lib/list-views.ts'
import { query } from '../lib/location.ts'
import { toast } from '../lib/toasts.ts'
import type { Listed } from '../lib/types.ts'
import { isViewing } from '../lib/view.ts'
import { settingsNow } from '../lib/view-settings.ts'
import { tv } from '../texts/late/views.ts'
import { Icon } from './icon.tsx'
import { PagerButtons } from './pager-buttons.tsx'
import { Shown } from './states.tsx'
import type { ViewsProps } from './views-menu.tsx'

interface PanelProps extends ViewsProps {
  readonly onAsk: (view: ListView) => void
  readonly onDone: () => void
}

/** The views of a list: one's own, those that are shared, and those that this browser has kept. */
export function ViewsPanel(props: PanelProps): JSX.Element {
  const { list, layout, members, columns, onApply, onOpen, onAsk, onDone } = props
  const [page, setPage] = useState(1)
  const views = useData<Listed<ListView> & { readonly totalPages: number }>(VIEWS, { list, page, pageSize: 100 })
  const inBrowser = layout.value.views
  const forget = (view: View) => (layout.value = { ...layout.value, views: inBrowser.filter((one) => one !== view) })
  const current = query.value['view']
  const save = async (name: string) => {
    const settings = settingsNow(members, columns)
    const same = views.data?.items.find((one) => !one.isShared && one.name === name)
    const { id } = same
      ? await call<{ id?: string }>('PUT', VIEWS, { body: { id: same.id, settings }, version: same.updatedAt })
      : await call<{ id?: string }>('POST', VIEWS, { body: { name, list, settings } })
    onOpen(id ?? same!.id)
  }
  const keep = async (view: View) => {
    const { name, query: filters, shown, order, widths } = view
    await call('POST', VIEWS, {
      body: { name, list, settings: { query: filters, shown, order, widths: rounded(widths) } },
    })
    forget(view)
  }
  return (
    <Shown of={views}>
      {({ items, totalPages }) => {
        const groups = [
          [tv('mine'), items.filter(({ isShared }) => !isShared)],
          [tv('shared'), items.filter(({ isShared }) => isShared)],
        ] as const
        return (
          <>
            {groups.map(
              ([title, those]) =>
                those.length > 0 && (
                  <section key={title} class="views" aria-label={title}>
                    <p class="muted hint">{title}</p>
                    <ul class="column-list">
                      {those.map((view) => (
                        <li key={view.id}>
                          <button
                            type="button"
                            class="view"
                            aria-current={view.id === current ? 'true' : undefined}
                            onClick={() => {
                              onOpen(view.id)
                              onDone()
                            }}
                          >
                            {visible(view.name, 60)}
                          </button>
                          {!isViewing && (
                            <button
                              type="button"
                              class="icon-button"
                              aria-label={tv('about', { name: view.name })}
                              onClick={() => onAsk(view)}
                            >
                              <Icon name="more" size={16} />
                            </button>
                          )}
                        </li>
                      ))}
                    </ul>
                  </section>
                ),
            )}
            <PagerButtons page={page} totalPages={totalPages} onChange={setPage} />
            {inBrowser.length > 0 && !isViewing && (
              <section class="views" aria-label={tv('inBrowser')}>
                <p class="muted hint">{tv('inBrowser')}</p>
                <ul class="column-list">
                  {inBrowser.map((view) => (
                    <li key={view.name}>
                      <button
                        type="button"
                        class="view"
                        onClick={() => {
                          onApply(view)
                          onDone()
                        }}
                      >
                        {visible(view.name, 60)}
                      </button>
                      <button
                        type="button"
                        class="icon-button"
                        aria-label={tv('keep', { name: view.name })}
                        onClick={() => void keep(view).catch(tell)}
                      >
                        <Icon name="upload" size={16} />
                      </button>
                      <button
                        type="button"
                        class="icon-button"
                        aria-label={`${t('remove')}: ${view.name}`}
                        onClick={() => forget(view)}
                      >
                        <Icon name="close" size={16} />
                      </button>
                    </li>
                  ))}
                </ul>
              </section>
            )}
            {(items.length > 0 || inBrowser.length > 0) && (
              <button
                type="button"
                class="button small quiet"
                onClick={() => {
                  onOpen(null)
                  onDone()
                }}
              >
                {tv('whole')}
              </button>
            )}
            {!isViewing && <SaveView onSave={(name) => void save(name).catch(tell)} />}
          </>
        )
      }}
    </Shown>
  )
}

const tell = (error: Error) => toast({ text: error.message, kind: 'bad' })

const rounded = (widths: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(widths).map(([key, width]) => [key, Math.round(width)]))

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
      <p class="muted hint">{tv('text')}</p>
      <span class="side">
        <input
          class="input"
          type="text"
          aria-label={tv('name')}
          placeholder={tv('name')}
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
