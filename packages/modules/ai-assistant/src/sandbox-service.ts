import { defineService } from '@plinth/core'
import type { Sandbox } from './sandbox/sandbox.ts'

/** Where code of models and clients runs. Resolve with `inject(sandbox)`; the module provides it. */
export const sandbox = defineService<Sandbox>('ai_assistant.sandbox')
