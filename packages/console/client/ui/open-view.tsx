import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useData } from '../lib/data.ts'
import type { ViewSettings } from '../lib/list-layout.ts'
import { type ListView, VIEWS } from '../lib/list-views.ts'
import { tv } from '../texts/late/views.ts'
import { isCustomFilter } from './filters.tsx'
import { Empty, Loading, Shown } from './states.tsx'

interface OpenProps {
  readonly id: string
  /** The list that is shown, and what can be asked of it. */
  readonly list: string
  readonly members: readonly string[]
  readonly sorts: readonly string[]
  readonly onApply: (settings: ViewSettings) => void
  readonly onLeave: () => void
}

/**
 * Reads a view and shows it. What cannot be asked of the list, since it is gone or the reader may not see it, would otherwise be left
 * out: the rows would not be what the view says. Custom fields may not be known yet; the list says if they are gone.
 */
export function OpenView({ id, list, members, sorts, onApply, onLeave }: OpenProps): JSX.Element {
  const found = useData<{ readonly items: readonly ListView[] }>(VIEWS, { id })
  const view = found.data?.items.find((one) => one.list === list)
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    if (!view) return
    const { query, ...columns } = view.settings
    const { sort, dir, ...others } = query
    if (Object.keys(others).some((name) => !members.includes(name) && !isCustomFilter(name))) return setRefused(true)
    const isSorted = sort !== undefined && sorts.includes(sort)
    onApply({ ...columns, query: { ...others, ...(isSorted && { sort, ...(dir !== undefined && { dir }) }) } })
  }, [view?.id])
  if (isRefused) return <RefusedView onLeave={onLeave} />
  return (
    <Shown of={found}>
      {() =>
        view ? (
          <Loading />
        ) : (
          <Empty icon="bookmark" title={tv('gone')} text={tv('goneText')}>
            <Whole onClick={onLeave} />
          </Empty>
        )
      }
    </Shown>
  )
}

/** Says that a view cannot be applied. */
export const RefusedView = ({ onLeave }: { readonly onLeave: () => void }): JSX.Element => (
  <Empty icon="bookmark" title={tv('refused')} text={tv('refusedText')}>
    <Whole onClick={onLeave} />
  </Empty>
)

const Whole = ({ onClick }: { readonly onClick: () => void }) => (
  <button type="button" class="button" onClick={onClick}>
    {tv('whole')}
  </button>
)
