import { type Context, defineService, provide } from '@plinth/core'
import { writeMode } from '@plinth/core/http'
import { blocks } from './blocks.ts'
import { events } from './contract.ts'
import { type Count, countOn, type Counted, takeNext } from './count.ts'
import { formatIn } from './formats.ts'
import { allSeries, blockKey, countedOn, dayOf } from './known-series.ts'
import { toText } from './pattern.ts'
import { type NumberSeries, patternOf } from './series.ts'

/** Takes numbers of series. */
export interface Numbers {
  /**
   * Takes the next number of a series in a command, and returns its text: `RE-2026-00042`. Of a gapless series, other commands that take
   * one wait until the command has ended, so take it late. Throws 400 if the series counts per organization and none is selected.
   */
  next(series: NumberSeries): Promise<string>
}

/**
 * Resolve with `inject(numbers)`.
 *
 * @example
 * const createInvoice = async ({ inject, from }: CommandContext) =>
 *   from.create(Invoice, { number: await inject(numbers).next(invoiceNumbers) })
 */
export const numbers = defineService<Numbers>('numbers.numbers')

export const provideNumbers = provide(numbers, (ctx) => ({ next: (asked) => next(ctx, asked) }))

async function next(ctx: Context, asked: NumberSeries): Promise<string> {
  assertKnown(ctx, asked)
  const day = await dayOf(ctx)
  const counted = countedOn(day, asked, ctx.scope)
  const { last, pattern } = asked.gapless
    ? await takeNext(ctx, counted, { isGivenBack: asked.onUndo === 'giveBack' })
    : await takeReserved(ctx, counted)
  return toText(patternOf(asked, pattern), last, day)
}

/**
 * A reserved number if there is one. Else the next one, for which others wait until the command has ended; so that a preview and the
 * command that confirms it agree, they take that, too.
 */
async function takeReserved(ctx: Context, counted: Counted): Promise<Count> {
  const { inject, emit, scope } = ctx
  if (inject(writeMode)) return countOn(ctx, counted, 1)
  const { series, period } = counted
  const own = inject(blocks)
  const key = blockKey(scope.tenantId, counted)
  const { pattern, startPeriod, startAt } = await formatIn(ctx, counted)
  const last = own.take(key, period, startPeriod === period && startAt !== null ? startAt : 1)
  if (own.isDue(key, period)) emit(events['block.used'], { series, period })
  return last === undefined ? countOn(ctx, counted, 1) : { last, pattern }
}

function assertKnown(ctx: Context, asked: NumberSeries): void {
  if (!allSeries(ctx).includes(asked))
    throw new Error(`Number series '${asked.id}' is not contributed by a module: \`contributes: [series.of(…)]\``)
}
