/** The result of one check. */
export interface Finding {
  /** What was checked: `environment`, `database`, `pooler`, … */
  readonly check: string
  /** `skipped` if the check does not apply, or depends on one that failed. */
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped'
  readonly found: string
  /** What to do about it. */
  readonly advice?: string
}

/** The part of a finding that a check returns. */
export type Result = Omit<Finding, 'check'>

export const ok = (found: string): Result => ({ state: 'ok', found })
export const warning = (found: string, advice: string): Result => ({ state: 'warning', found, advice })
export const failed = (found: string, advice: string): Result => ({ state: 'failed', found, advice })
export const skipped = (found: string): Result => ({ state: 'skipped', found })
