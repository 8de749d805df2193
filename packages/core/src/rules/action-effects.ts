import type { LOG_LEVELS, WEBHOOK_METHODS } from './actions.ts'

/** The computed effect of an action, with its tokens interpolated; not yet performed. */
export type Effect =
  | { readonly kind: 'decision'; readonly allowed: boolean; readonly message: string }
  | { readonly kind: 'log'; readonly level: (typeof LOG_LEVELS)[number]; readonly message: string }
  | { readonly kind: 'message'; readonly severity: 'error' | 'warning' | 'info'; readonly message: string }
  | {
      readonly kind: 'notification'
      readonly recipients: readonly string[]
      readonly subject: string | undefined
      readonly message: string
      readonly template: string | undefined
    }
  | { readonly kind: 'assignment'; readonly field: string; readonly value: unknown }
  | {
      readonly kind: 'webhook'
      readonly url: string
      readonly method: (typeof WEBHOOK_METHODS)[number]
      readonly headers: Readonly<Record<string, string>>
      readonly body: unknown
    }
  | { readonly kind: 'event'; readonly event: string; readonly payload: unknown }

/** The effect of one kind. */
export type EffectOf<Kind extends Effect['kind']> = Extract<Effect, { readonly kind: Kind }>

/** Performs effects outside the evaluation. Decisions, messages and assignments have no handler: they are part of the outcome. */
export type EffectHandlers = {
  readonly [Kind in OutsideKind]: (effect: EffectOf<Kind>) => Promise<void> | void
}

type OutsideKind = Exclude<Effect['kind'], 'decision' | 'message' | 'assignment'>
