import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { visible } from '../lib/format.ts'
import { memberName } from '../lib/i18n.ts'
import { setQuery } from '../lib/location.ts'
import { tv } from '../texts/late/views.ts'
import { Icon } from './icon.tsx'

/** While the fields of a list are read, it has no filters by them. */
const PATIENCE_MS = 800

/** Says that a view or a link filters by what is gone, so that the list shows more than it promises. */
export function LostFilters({ names }: { readonly names: readonly string[] }): JSX.Element | null {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate) return null
  return (
    <div class="message warn" role="status">
      <Icon name="warning" size={18} />
      <span>{tv('lost', { names: names.map((name) => visible(memberName(name), 60)).join(', ') })}</span>
      <button
        type="button"
        class="button small push"
        onClick={() => setQuery(Object.fromEntries(names.map((name) => [name, null])), { replace: true })}
      >
        {tv('withoutLost')}
      </button>
    </div>
  )
}
