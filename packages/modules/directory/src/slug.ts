import { badInput, type PlatformError, type Context } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import { Organization } from './entities.ts'

const MAX_LENGTH = 150
const ATTEMPTS = 50

/** Converts a name to a slug: lower-case ASCII, words joined by hyphens. */
export function toSlug(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replaceAll(/^-+|-+$/g, '')
  return slug === '' ? 'organization' : slug
}

/**
 * A free slug for a name: the slug itself, with a number, or with the time. Query the whole tenant, because organizations hidden
 * from the caller have slugs too.
 */
export async function findFreeSlug(
  { from }: Pick<Context, 'from'>,
  { name, at, exceptId = null }: { name: string; at: Date; exceptId?: string | null },
): Promise<string> {
  const base = toSlug(name)
  const candidates = [base, ...Array.from({ length: ATTEMPTS }, (_, index) => withSuffix(base, index + 1))]
  const rows = await from(Organization, 'o')
    .select('o.slug')
    .where('o.slug', '=', anyOf(candidates, 'text'))
    .where('o.deletedAt', 'is', null)
    .$if(exceptId !== null, (others) => others.where('o.id', '<>', exceptId!))
    .execute()
  const taken = new Set(rows.map(({ slug }) => slug))
  return candidates.find((candidate) => !taken.has(candidate)) ?? withSuffix(base, at.getTime())
}

/** Error for an explicit slug that is taken (decision: Partial updates and unique values). */
export const slugConstraints = {
  organizations_slug: (): PlatformError =>
    badInput('Slug already in use', { fieldErrors: { slug: 'Slug already in use' } }),
}

function withSuffix(base: string, suffix: number): string {
  return `${base.slice(0, MAX_LENGTH - 1 - String(suffix).length)}-${suffix}`
}
