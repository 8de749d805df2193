import { asOneAct } from './operations.ts'
import { toast } from './toasts.ts'

/** Does the same to several records, as one act that is undone as a whole. What could not be done is said. */
export function withEach<T>(label: string, rows: readonly T[], work: (row: T) => Promise<unknown>): Promise<void> {
  const act = async () => {
    for (const row of rows)
      try {
        await work(row)
      } catch (error) {
        complain(error)
      }
  }
  // A single record has a name of its own.
  return rows.length > 1 ? asOneAct(label, act) : act()
}

/** Says why something that was begun by a click was refused. */
export const complain = (error: unknown): void =>
  toast({ text: error instanceof Error ? error.message : String(error), kind: 'bad' })
