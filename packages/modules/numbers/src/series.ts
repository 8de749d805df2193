import { definePoint } from '@plinth/core'
import { inWords } from '@plinth/core/http'
import { findPatternError, type Period } from './pattern.ts'

/** A series of numbers, as `numberSeries` declares it. */
export interface NumberSeries {
  readonly id: string
  readonly title: string
  readonly pattern: string
  readonly per: 'organization' | 'tenant'
  readonly period: Period
  readonly gapless: boolean
  readonly onUndo: 'keep' | 'giveBack'
}

interface SeriesBase {
  /** Starts with the id of the module: `rental.invoices`. It must never change, or the numbers begin anew. */
  readonly id: string
  /** What the numbers are of, for people. Default: the end of the id in words, `Invoices`. */
  readonly title?: string
  /**
   * `{yyyy}`, `{yy}` and `{mm}` stand for the day on which the number is taken, zeros for the number: `RE-{yyyy}-{00000}`. Tenants can
   * change it.
   */
  readonly pattern: string
  /** Whether each organization counts for itself, or the whole tenant together. Default: `organization`. */
  readonly per?: NumberSeries['per']
  /**
   * When the numbers begin anew, in the tenant's time zone. Default: `never`. If it changes, they begin anew at once, so change the
   * pattern as well.
   */
  readonly period?: Period
}

interface GaplessSpec extends SeriesBase {
  /**
   * Whether commands wait for each other, so that no number is left out; one that is rolled back gives its number back. Otherwise each
   * host reserves numbers in advance, and what it has not used when it stops is left out.
   */
  readonly gapless: true
  /**
   * What becomes of a number whose command is undone. `giveBack`: the next one gets it if it was the last, else it stays taken; a redo
   * takes it again, and is refused once somebody else has it. `keep`: nobody else ever gets it. Default: `giveBack`.
   */
  readonly onUndo?: NumberSeries['onUndo']
}

interface FastSpec extends SeriesBase {
  readonly gapless: false
  readonly onUndo?: 'keep'
}

/**
 * Declares a series of numbers. List it in the module's `contributes` with `series.of`, and take numbers with `inject(numbers)`.
 *
 * @example
 * const invoiceNumbers = numberSeries({ id: 'rental.invoices', pattern: 'RE-{yyyy}-{00000}', period: 'year', gapless: true })
 */
export function numberSeries(spec: GaplessSpec | FastSpec): NumberSeries {
  const { id, per = 'organization', period = 'never', gapless, onUndo = gapless ? 'giveBack' : 'keep' } = spec
  const { title = inWords(id.slice(id.indexOf('.') + 1)) } = spec
  return Object.freeze({ ...spec, title, per, period, onUndo })
}

/** The pattern that a tenant has chosen, unless a release has changed the period since, and it would give numbers twice. */
export const patternOf = ({ pattern, period }: NumberSeries, chosen: string | null): string =>
  chosen !== null && findPatternError(chosen, period) === undefined ? chosen : pattern

/** The series of all modules. */
export const series = definePoint<NumberSeries>({
  id: 'numbers.series',
  title: 'Number series',
  name: ({ id }) => id,
  check({ id, pattern, period }, { module }) {
    if (!id.startsWith(`${module.id}.`)) return `must have an id that starts with '${module.id}.'`
    if (id.length > 100) return 'must have an id of at most 100 characters'
    return findPatternError(pattern, period)
  },
})
