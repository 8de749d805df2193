import type { Actor } from '../define/access.ts'

/** Those with whom something can be shared so that an actor has it: the user, their teams and their roles. */
export const subjectsOf = ({ userId, teams = [], roleIds = [] }: Actor): readonly string[] => [
  ...(userId === null ? [] : [userId]),
  ...teams,
  ...roleIds,
]
