import type { EffectLog } from '../context/effect-log.ts'
import type { UnitOfWork } from '../context/unit-of-work.ts'
import { isUuid } from '../data/query/uuid.ts'
import type { Command, Target } from '../define/command.ts'

/**
 * The resource of an entry: the command's `target`, otherwise the `id` of the result or the input. The context contains the
 * reason why it cannot be undone, if an inner command is not undoable, the cause besides the request, and the trace.
 */
export function filedUnder(
  command: Command,
  { input, result }: { readonly input: unknown; readonly result: unknown },
  {
    irreversible,
    cause,
    traceparent,
  }: Pick<EffectLog, 'irreversible'> &
    Pick<UnitOfWork['origin'], 'cause'> & { readonly traceparent?: string | undefined },
): Target {
  const target = targetOf(command, input, result)
  if (!irreversible && !cause && !traceparent) return target
  const context = {
    ...target.context,
    ...(irreversible && { notUndoable: irreversible }),
    ...(cause && { cause }),
    ...(traceparent && { traceparent }),
  }
  return { ...target, context }
}

/** The resource that the command acted on. */
export function targetOf(command: Command, input: unknown, result: unknown): Target {
  const target = command.target?.({ input, result })
  return { id: idOf(result) ?? idOf(input), ...target }
}

/** The `id` of an input or a result. */
export function idOf(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null
  return typeof id === 'string' ? asStored(id) : null
}

/** An id as the database spells it: what is looked up by it must not depend on how somebody has written it. */
export const asStored = (id: string): string => (isUuid(id) ? id.toLowerCase() : id)
