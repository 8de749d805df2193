import type { UndoExample } from '@plinth/core/testing'
import { examples as people } from '../modules/audit-logs/_examples.ts'

/** Every undoable command of all modules. */
export const examples: readonly UndoExample[] = [...people]
