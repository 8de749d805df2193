import { isOn } from './office-text.ts'
import { localName, parse } from './xml.ts'
import type { Parts } from './zip.ts'

/** A style and what it says itself: nothing if `isHiding` is undefined. */
interface Style {
  readonly parent: string | undefined
  readonly isHiding: boolean | undefined
}

/** Maximum number of styles; documents have a few hundred. */
const MAX_STYLES = 100_000
/** Styles that inherit from each other more deeply do not hide anything. */
const MAX_ANCESTORS = 20

/** Finds the styles that hide text, by their own properties or those of the style that they are based on. */
export class HidingStyles {
  readonly #styles = new Map<string, Style>()
  #some = false

  /** The same styles, to which others can be added. */
  copy(): HidingStyles {
    const copied = new HidingStyles()
    for (const [id, style] of this.#styles) copied.set(id, style)
    return copied
  }

  set(id: string, style: Style): void {
    if (this.#styles.size >= MAX_STYLES && !this.#styles.has(id)) return
    this.#styles.set(id, style)
    this.#some ||= style.isHiding === true
  }

  /** False if there is no style that hides. */
  get some(): boolean {
    return this.#some
  }

  has(id: string): boolean {
    let style = this.#styles.get(id)
    for (let count = 0; style && count < MAX_ANCESTORS; count++) {
      if (style.isHiding !== undefined) return style.isHiding
      style = style.parent === undefined ? undefined : this.#styles.get(style.parent)
    }
    return false
  }

  /** The ids of all of them. */
  all(): ReadonlySet<string> {
    return new Set(this.some ? [...this.#styles.keys()].filter((id) => this.has(id)) : [])
  }
}

/** The ids of the styles of a text document that hide text; `name` is the part with its styles. */
export async function hidingStylesOf(parts: Parts, name: string): Promise<ReadonlySet<string>> {
  const styles = new HidingStyles()
  const open: string[] = []
  let id: string | undefined
  let parent: string | undefined
  let isHiding: boolean | undefined
  await parse(parts, name, {
    onopentag(tag, attributes) {
      const local = localName(tag)
      const value = attributes['w:val']
      if (local === 'style') [id, parent, isHiding] = [attributes['w:styleId'], undefined, undefined]
      else if (local === 'basedOn') parent = value
      // Those of parts of tables are within others.
      else if (local === 'vanish' && open.at(-1) === 'rPr' && open.at(-2) === 'style') isHiding = isOn(attributes)
      open.push(local)
    },
    onclosetag(tag) {
      open.pop()
      if (localName(tag) === 'style' && id !== undefined) styles.set(id, { parent, isHiding })
    },
  })
  return styles.all()
}
