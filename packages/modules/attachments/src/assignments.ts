import { z } from 'zod'

/** A record that a file belongs to, beside its own. */
export interface Assignment {
  readonly type: string
  readonly id: string
  readonly href?: string | null
  readonly label?: string
}

/** Uploads of the library itself belong to no other record. */
export const LIBRARY = 'attachments:library'

/** How many of them one file may have. */
export const MAX_ASSIGNMENTS = 200

const Name = z.string().trim().min(1).max(200)

/** One assignment as callers must send it in JSON. */
export const AssignmentInput = z
  .object({
    type: Name,
    id: Name,
    href: z.string().trim().max(2000).nullish(),
    label: z.string().trim().max(500).nullish(),
  })
  .transform(toAssignment)

/** Of equal ones the last counts, at the place of the first. */
export function distinctAssignments(assignments: readonly Assignment[]): Assignment[] {
  return [...new Map(assignments.map((one) => [`${one.type}:${one.id}`, one])).values()]
}

/** What a form field says, in which whatever is no assignment is left out. */
export function parseAssignments(text: string | undefined): Assignment[] {
  const parsed = parseAssignmentText(text)
  const found = (Array.isArray(parsed) ? parsed : [parsed]).slice(0, MAX_ASSIGNMENTS).flatMap((one) => {
    const { data } = AssignmentInput.safeParse(one)
    return data ? [data] : []
  })
  return distinctAssignments(found)
}

/** A file is always assigned to the record that it was uploaded for. */
export function withRecord(
  assignments: readonly Assignment[],
  { entityId, recordId }: { entityId: string; recordId: string },
) {
  if (entityId === LIBRARY) return [...assignments]
  return distinctAssignments([...assignments, { type: entityId, id: recordId }])
}

function toAssignment({
  type,
  id,
  href,
  label,
}: {
  type: string
  id: string
  href?: string | null | undefined
  label?: string | null | undefined
}): Assignment {
  return { type, id, ...(href === null ? { href } : href ? { href } : {}), ...(label && { label }) }
}

function parseAssignmentText(text = ''): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return []
  }
}
