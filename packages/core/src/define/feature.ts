/** Something a person may be allowed to do. */
export interface Feature {
  readonly id: string
  readonly title: string
}

/**
 * Declares a module's features: `defineFeatures('tags', { view: 'View tags' }).view` has the id `tags.view`.
 * A dotted key makes a dotted id: `{ 'users.list': 'List users' }` gives `auth.users.list`.
 *
 * @example
 * const features = defineFeatures('tags', { view: 'View tags', manage: 'Manage tags' })
 */
export function defineFeatures<const T extends Record<string, string>>(
  module: string,
  titles: T,
): { readonly [K in keyof T]: Feature } {
  const features = Object.entries(titles).map(([key, title]) => [key, Object.freeze({ id: `${module}.${key}`, title })])
  return Object.freeze(Object.fromEntries(features))
}

/** Who may enter: anybody, whoever is signed in, or whoever holds all of the features. */
export type Access = typeof open | typeof signedIn | Feature | readonly Feature[]

/**
 * No login needed. A public route has to say so.
 *
 * @example
 * const health = get('/tags/health', { access: open, response: Ok }, () => ({ ok: true }))
 */
export const open = Symbol('open')
/**
 * Any login is enough.
 *
 * @example
 * const mine = get('/tags/mine', { access: signedIn, response: z.array(z.string()) }, ({ get }) => get(tagsOf).mine())
 */
export const signedIn = Symbol('signedIn')

/** The features that `access` asks for; none for open and signed-in routes. */
export function featuresOf(access: Access): readonly Feature[] {
  if (typeof access === 'symbol') return []
  return 'id' in access ? [access] : access
}
