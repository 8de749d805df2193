const MAX_LENGTH = 150

/** A name as a slug: ASCII lower case, words joined by dashes. */
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
