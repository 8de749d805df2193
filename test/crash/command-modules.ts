import { onboarding } from '@plinth/onboarding'
import { undoableModules } from '../undo/modules.ts'

/** Beside directory and auth, the modules whose commands are interrupted. */
export const crashModules = [...undoableModules, onboarding()]
