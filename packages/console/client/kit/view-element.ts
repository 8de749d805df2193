import { type ComponentType, h, render } from 'preact'

type Kit = Readonly<Record<string, unknown>>
type Component = ComponentType<Record<string, unknown>>

/**
 * Defines the element `plinth-view`, by which code of other frameworks shows a component of the kit: its property `component` is the
 * name, `props` are the properties.
 */
export function defineView(kit: Kit): void {
  customElements.define(
    'plinth-view',
    class extends HTMLElement {
      #component = ''
      #props: Record<string, unknown> = {}

      get component(): string {
        return this.#component
      }

      set component(name: string) {
        this.#component = name
        this.#draw()
      }

      get props(): Record<string, unknown> {
        return this.#props
      }

      set props(props: Record<string, unknown>) {
        this.#props = props
        this.#draw()
      }

      connectedCallback(): void {
        this.#draw()
      }

      disconnectedCallback(): void {
        // A framework that moves it connects it again at once.
        queueMicrotask(() => {
          if (!this.isConnected) render(null, this)
        })
      }

      #draw(): void {
        if (!this.isConnected || this.#component === '') return
        const found = kit[this.#component]
        if (typeof found !== 'function') throw new Error(`The kit has no component '${this.#component}'`)
        render(h(found as Component, this.#props), this)
      }
    },
  )
}
