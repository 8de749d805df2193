/** Markup that is safe to send. Created by `html` and `trusted`. */
export interface Html {
  readonly markup: string
}

type Part = Html | string | number | false | null | undefined | readonly Part[]

/**
 * Builds markup for pages and emails. Values that are not markup are escaped; absent ones are left out.
 *
 * @example
 * html`<p>${name}</p>`.markup
 */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  return { markup: strings.reduce((before, text, index) => before + render(values[index - 1]) + text) }
}

/** Marks a string as safe markup. Use it for constants only. */
export function trusted(markup: string): Html {
  return { markup }
}

function render(part: Part): string {
  if (part === undefined || part === null || part === false) return ''
  if (Array.isArray(part)) return part.map(render).join('')
  return typeof part === 'object' ? (part as Html).markup : escape(String(part))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
