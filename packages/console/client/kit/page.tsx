import type { ComponentChildren, JSX } from 'preact'
import { Page as PageView } from '../ui/page.tsx'

export interface PageProps {
  readonly title: string
  /** Below the title. */
  readonly text?: string
  /** Buttons beside the title. */
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

/** A page: its head, and parts below each other. The title is that of the window, too. */
export function Page({ children, ...head }: PageProps): JSX.Element {
  return (
    <PageView {...head}>
      <div class="stack">{children}</div>
    </PageView>
  )
}

/** A part of a page with a heading. */
export function Card({
  title,
  children,
}: {
  readonly title: string
  readonly children: ComponentChildren
}): JSX.Element {
  return (
    <section class="card padded stack" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
