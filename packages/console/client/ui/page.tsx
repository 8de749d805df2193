import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { config } from '../lib/config.ts'
import { setQuery } from '../lib/location.ts'

interface PageProps {
  readonly title: string
  readonly text?: string
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

/** The head of a page and what is below it. */
export function Page({ title, text, actions, children }: PageProps): JSX.Element {
  useEffect(() => {
    document.title = `${title} · ${config.brand.name}`
  }, [title])
  return (
    <>
      <header class="page-head">
        <div>
          <h1>{title}</h1>
          {text && <p class="muted">{text}</p>}
        </div>
        {actions && <div class="page-actions">{actions}</div>}
      </header>
      {children}
    </>
  )
}

export interface TabOf {
  readonly id: string
  readonly title: string
  readonly show: () => ComponentChildren
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly TabOf[]
  readonly current: string
  readonly onChange: (id: string) => void
}

/** Tabs; the arrow keys move between them. */
export function Tabs({ label, tabs, current, onChange }: TabsProps): JSX.Element {
  const at = Math.max(
    0,
    tabs.findIndex(({ id }) => id === current),
  )
  const list = useRef<HTMLDivElement>(null)
  // Where not all of them have room, the current one is scrolled to.
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [at])
  return (
    <>
      <div
        ref={list}
        class="tabs"
        role="tablist"
        aria-label={label}
        onKeyDown={(event) => {
          const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
          if (step === undefined) return
          const next = tabs[(at + step + tabs.length) % tabs.length]!
          onChange(next.id)
          document.getElementById(`tab-${next.id}`)?.focus()
        }}
      >
        {tabs.map(({ id, title }, index) => (
          <button
            key={id}
            id={`tab-${id}`}
            type="button"
            role="tab"
            aria-selected={index === at}
            aria-controls={`panel-${id}`}
            tabIndex={index === at ? 0 : -1}
            onClick={() => onChange(id)}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`panel-${tabs[at]!.id}`} aria-labelledby={`tab-${tabs[at]!.id}`} class="panel">
        {tabs[at]!.show()}
      </div>
    </>
  )
}

/** For a tab that is part of the address. */
export const setTab = (id: string) => setQuery({ tab: id }, { replace: true })
