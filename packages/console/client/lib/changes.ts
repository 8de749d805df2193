import type { Action, Change } from './types.ts'

/** Members that every record has and nobody looks for, and those that follow from others. */
export const BOOKKEEPING: ReadonlySet<string> = new Set([
  'id',
  'tenantId',
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
  'version',
  'searchText',
  'normalizedValue',
  'textBytes',
  'emailKey',
  'displayNameKey',
  'userNameKey',
])

/** Whether there is nothing to read in a value. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** The changes of an entry; of a record that was made or deleted, all its members that have a value. */
export function changesOf({ changes, snapshotBefore, snapshotAfter }: Action): readonly (readonly [string, Change])[] {
  const listed = Object.entries(changes ?? {}).filter(([name]) => !BOOKKEEPING.has(name))
  if (listed.length > 0) return listed
  const names = new Set([...Object.keys(snapshotBefore ?? {}), ...Object.keys(snapshotAfter ?? {})])
  return [...names]
    .map((name) => [name, { from: snapshotBefore?.[name], to: snapshotAfter?.[name] }] as const)
    .filter(
      ([name, { from, to }]) =>
        !BOOKKEEPING.has(name) && !(isEmpty(from) && isEmpty(to)) && JSON.stringify(from) !== JSON.stringify(to),
    )
}
