import { locale } from './i18n.ts'

/** The decimal separator of the visitor's language. */
const separator = () =>
  new Intl.NumberFormat(locale.value).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'

/**
 * What was typed as a list of numbers, separated by semicolons or commas. Where `1,5` is a number, a comma separates only before a
 * space. What is no number stays a text, which the API refuses.
 */
export function toNumberList(text: string): readonly (number | string)[] {
  const decimal = separator()
  return text
    .split(decimal === ',' ? /;|,(?=\s|$)/ : /[;,]/)
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => {
      const value = Number(one.replace(decimal, '.'))
      return Number.isNaN(value) ? one : value
    })
}

/** A list of numbers as `toNumberList` reads it: "1.5, 2", or "1,5; 2". */
export function numberListText(values: readonly unknown[]): string {
  const decimal = separator()
  return values
    .map((value) => (typeof value === 'number' ? String(value).replace('.', decimal) : String(value)))
    .join(decimal === ',' ? '; ' : ', ')
}
