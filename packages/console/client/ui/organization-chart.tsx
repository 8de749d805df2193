import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import { number, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { hrefOf, pathWith } from '../lib/location.ts'
import type { Organization } from '../lib/types.ts'
import { to } from '../texts/late/organizations.ts'
import { Icon } from './icon.tsx'

interface ChartProps {
  readonly roots: readonly Organization[]
}

/** With more organizations, only the upper two levels are open at first. */
const OPEN_AT_FIRST = 40

/**
 * Organizations as a picture of who is below whom: a nested list whose lines are drawn. Each one leads to its drawer; what is below it can
 * be shown and hidden, and the arrow keys lead through it.
 */
export function OrganizationChart({ roots }: ChartProps): JSX.Element {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const hint = useId()
  const areAllOpen = countOf(roots) <= OPEN_AT_FIRST
  const isOpen = ({ id, depth }: Organization) => (areAllOpen || depth === 0) !== toggled.has(id)
  const toggle = ({ id }: Organization) =>
    setToggled((last) => (last.has(id) ? new Set([...last].filter((one) => one !== id)) : new Set([...last, id])))
  return (
    <div
      class="org-chart"
      tabIndex={0}
      role="region"
      aria-label={t('organizations')}
      aria-describedby={hint}
      onKeyDown={walk}
    >
      <p class="hidden" id={hint}>
        {to('keys')}
      </p>
      <Level nodes={roots} {...{ isOpen, toggle }} />
    </div>
  )
}

interface LevelProps {
  readonly nodes: readonly Organization[]
  readonly isOpen: (of: Organization) => boolean
  readonly toggle: (of: Organization) => void
}

function Level({ nodes, isOpen, toggle }: LevelProps): JSX.Element {
  return (
    <ul>
      {nodes.map((node) => {
        const { id, children = [] } = node
        const isShown = children.length > 0 && isOpen(node)
        return (
          <li key={id}>
            <span class="org-node">
              <a href={hrefOf(pathWith({ open: id }))}>{visible(node.name, 120)}</a>
              {!node.isActive && <span class="badge">{t('inactive')}</span>}
              {children.length > 0 && (
                <button
                  type="button"
                  class="button small quiet"
                  aria-expanded={isShown}
                  aria-label={to('belowOf', { count: number(countOf(children)), name: visible(node.name, 80) })}
                  onClick={() => toggle(node)}
                >
                  {number(countOf(children))}
                  <Icon name={isShown ? 'left' : 'right'} size={14} />
                </button>
              )}
            </span>
            {isShown && <Level nodes={children} {...{ isOpen, toggle }} />}
          </li>
        )
      })}
    </ul>
  )
}

/** How many organizations these and those below them are. */
export const countOf = (nodes: readonly Organization[]): number =>
  nodes.reduce((sum, { children = [] }) => sum + 1 + countOf(children), 0)

/** Leads from one organization to the next by the arrow keys: to the right is what is below, which opens if it is closed. */
function walk(event: KeyboardEvent): void {
  const item = (event.target as HTMLElement).closest('li')
  if (!item) return
  const chart = event.currentTarget as HTMLElement
  const linkOf = (element: Element | null | undefined) => element?.querySelector<HTMLElement>('a')
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  if (step) {
    const links = [...chart.querySelectorAll<HTMLElement>('a')]
    links[links.indexOf(linkOf(item)!) + step]?.focus()
  } else if (event.key === 'ArrowLeft') linkOf(item.parentElement!.closest('li'))?.focus()
  else if (event.key !== 'ArrowRight') return
  else {
    const below = linkOf(item.querySelector(':scope > ul'))
    if (below) below.focus()
    else item.querySelector<HTMLElement>(':scope > .org-node > button')?.click()
  }
  event.preventDefault()
}
