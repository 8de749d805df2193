import type { Signal } from '@preact/signals'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { t } from '../lib/i18n.ts'
import type { Columns, ListLayout, ViewSettings } from '../lib/list-layout.ts'
import type { ListView } from '../lib/list-views.ts'
import { deferred } from './deferred.tsx'
import { Popover } from './popover.tsx'

export interface ViewsProps {
  /** The name of the list. */
  readonly list: string
  readonly layout: Signal<ListLayout>
  /** Members of the address that belong to a view. */
  readonly members: readonly string[]
  readonly columns: Columns
  /** Shows what a view has kept. */
  readonly onApply: (settings: ViewSettings) => void
  /** Shows a view anew, or the whole list. */
  readonly onOpen: (id: string | null) => void
}

const ViewsPanel = deferred(async () => (await import('./views-panel.tsx')).ViewsPanel)
const ViewDialog = deferred(
  async () => (await import('./view-dialog.tsx')).ViewDialog,
  () => null,
)

/** Filters, order and columns of a list under a name. */
export function ViewsMenu(props: ViewsProps): JSX.Element {
  const [asked, setAsked] = useState<ListView>()
  return (
    <>
      <Popover label={t('views')} icon="bookmark">
        {(close) => (
          <ViewsPanel
            {...props}
            onAsk={(view: ListView) => {
              close()
              setAsked(view)
            }}
            onDone={close}
          />
        )}
      </Popover>
      {asked && <ViewDialog {...props} key={asked.id} view={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}
