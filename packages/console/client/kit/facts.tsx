import type { ComponentChildren, JSX } from 'preact'

/** What is known about something: labels and values, in order. */
export function Facts({ of }: { readonly of: Readonly<Record<string, ComponentChildren>> }): JSX.Element {
  return (
    <dl class="facts">
      {Object.entries(of).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? <span class="muted">—</span> : value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A short text that stands out, such as a state. */
export function Badge(props: { readonly children: ComponentChildren; readonly look?: 'usual' | 'bad' }): JSX.Element {
  return <span class={props.look === 'bad' ? 'badge bad' : 'badge'}>{props.children}</span>
}
