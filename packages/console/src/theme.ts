import { createHash } from 'node:crypto'

/** How a product presents itself. */
export interface Brand {
  /** Shown beside the logo and in the title of the window. Default: `Plinth`. */
  readonly name?: string
  /** The URL of an image on the same origin, or a `data:` URL. */
  readonly logo?: string
  /**
   * A CSS colour: `#0f766e`, or one for light and one for dark backgrounds, with a contrast of 4.5 to 1 to white and to black
   * respectively.
   */
  readonly accent?: string | { readonly light: string; readonly dark: string }
}

const COLOUR = /^(#[0-9a-f]{3,8}|(rgb|hsl|oklch|oklab|lab|lch)\([\d.,%/ a-z-]+\)|[a-z]+)$/i

/** The stylesheet of a product's colours, as a separate file, because the content security policy allows no inline styles. */
export function createTheme({ name = 'Plinth', logo, accent }: Brand) {
  const colours =
    accent === undefined ? undefined : typeof accent === 'string' ? { light: accent, dark: accent } : accent
  for (const colour of colours ? [colours.light, colours.dark] : [])
    if (!COLOUR.test(colour)) throw new TypeError(`\`accent\` must be a CSS colour, not '${colour}'`)
  const isOne = typeof accent === 'string'
  const text = colours
    ? `:root{--accent-light:${colours.light};--accent-dark:${isOne ? `color-mix(in oklab,${colours.dark} 55%,white)` : colours.dark}}`
    : '/* No colours of its own. */'
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 10)
  return { name: `theme-${hash}.css`, text, brand: { name, logo: logo ?? null } }
}
