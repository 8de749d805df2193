import { RequestContext } from '../context/context.ts'
import type { WriteMode } from '../define/preview.ts'
import { conflict, forbidden } from '../errors.ts'
import { SerialQueue } from '../fairness/serial-queue.ts'
import type { CommandInterceptor } from './interceptor.ts'
import { assertCommittable, previewCommand } from './preview.ts'

/**
 * Executes commands as their request asks: refuses them, rolls them back and reports what they would have done, or commits them
 * only if they do the same as in their dry run.
 */
export const previews: CommandInterceptor = {
  join({ state: { origin }, isOutermost }) {
    const { writes } = origin
    if (!writes || !isOutermost) return undefined
    if (writes.kind === 'refused') throw forbidden('This call is not allowed to write')
    const comparison = comparisonOf(writes)
    return {
      call: (next) =>
        comparison.queue.run(() => {
          comparison.index = writes.previews?.length ?? 0
          return next()
        }),
      async commit(done, next) {
        const { state } = done
        const { index } = comparison
        if (writes.kind === 'dry-run' && !writes.previews) {
          await assertCommittable(state)
          await state.transaction.rollback()
          return null
        }
        const preview = await previewCommand(state, done)
        writes.previews![index] = preview
        if (writes.kind === 'dry-run') {
          await state.transaction.rollback()
          return null
        }
        if (writes.fingerprints[index] !== preview.fingerprint) throw conflict('The preview is out of date')
        await writes.beforeCommit?.(new RequestContext(state))
        return next()
      },
    }
  },
}

/** The commands of one request, which run one at a time, because their previews are compared in order. */
interface Comparison {
  readonly queue: SerialQueue
  /** The position of the preview of the running command. All of its attempts have the same one. */
  index: number
}

const comparisons = new WeakMap<WriteMode, Comparison>()

function comparisonOf(writes: WriteMode): Comparison {
  const comparison = comparisons.get(writes) ?? { queue: new SerialQueue(), index: 0 }
  comparisons.set(writes, comparison)
  return comparison
}
