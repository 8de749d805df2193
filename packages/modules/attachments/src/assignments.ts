import { parseSentJson } from '@plinth/core/http'
import { z } from 'zod'

/** A further record that a file is assigned to, besides the one it was uploaded for. */
export interface Assignment {
  readonly type: string
  readonly id: string
  readonly href?: string | null
  readonly label?: string
}

/** The `entityId` of files uploaded to the library itself rather than for a record. */
const LIBRARY = 'attachments:library'

/** Maximum number of assignments per file. */
export const MAX_ASSIGNMENTS = 200

const Name = z.string().trim().min(1).max(200)

/** One assignment, as clients send it in JSON. */
export const AssignmentInput = z
  .object({
    type: Name,
    id: Name,
    href: z.string().trim().max(2000).nullish(),
    label: z.string().trim().max(500).nullish(),
  })
  .transform(toAssignment)

/** Removes duplicates: the last one wins, in the position of the first. */
export function distinctAssignments(assignments: readonly Assignment[]): Assignment[] {
  return [...new Map(assignments.map((one) => [`${one.type}:${one.id}`, one])).values()]
}

/** Parses the assignments in a form field, ignoring entries that are not assignments. */
export function parseAssignments(text: string | undefined): Assignment[] {
  const parsed = parseAssignmentText(text)
  const found = (Array.isArray(parsed) ? parsed : [parsed]).slice(0, MAX_ASSIGNMENTS).flatMap((one) => {
    const { data } = AssignmentInput.safeParse(one)
    return data ? [data] : []
  })
  return distinctAssignments(found)
}

/** Adds the record a file was uploaded for, which it is always assigned to. */
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
    return parseSentJson(text)
  } catch {
    return []
  }
}
