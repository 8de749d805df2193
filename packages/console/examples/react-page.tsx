/** @jsxImportSource react */
/** A page in React: an element of its own that uses components of the kit, and the styles of the console. */
import { type DetailedHTMLProps, type HTMLAttributes, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { go, toast } from '@plinth/console/kit'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'plinth-view': DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & {
        readonly component: string
        readonly props: Readonly<Record<string, unknown>>
      }
    }
  }
}

function Report() {
  const [person, setPerson] = useState('')
  return (
    <div className="stack">
      <label htmlFor="person">Person</label>
      <plinth-view
        component="RecordPicker"
        props={{ id: 'person', path: '/auth/users', value: person, onChange: setPerson }}
      />
      <plinth-view component="BarChart" props={{ bars: [['Trips', person === '' ? 0 : 3]] }} />
      <button type="button" className="button primary" onClick={() => toast(person === '' ? 'Nobody' : 'Somebody')}>
        Who is it?
      </button>
      <button type="button" className="button" onClick={() => go('/fleet')}>
        All vehicles
      </button>
    </div>
  )
}

customElements.define(
  'fleet-report',
  class extends HTMLElement {
    #root: Root | undefined

    connectedCallback() {
      this.#root = createRoot(this)
      this.#root.render(<Report />)
    }

    disconnectedCallback() {
      this.#root?.unmount()
    }
  },
)
