import type { Command, CommandContext } from '../define/command.ts'
import { invalidInput } from '../errors.ts'
import type { Transaction } from './run.ts'

/** The input as the command's schema leaves it; throws 400 with the issues. */
export function parseInput({ input: schema }: Command, input: unknown): unknown {
  const { data, error } = schema.safeParse(input)
  if (error) throw invalidInput(error)
  return data
}

/** What a command receives. */
export function commandContext(transaction: Transaction, input: unknown): CommandContext<never> {
  return Object.assign(transaction.context(), { entryId: transaction.entryId, input }) as CommandContext<never>
}
