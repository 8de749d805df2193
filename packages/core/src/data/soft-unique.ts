/**
 * A unique value among rows that are not deleted softly: those whose `deletedAt` is null. Who takes one that is in use is
 * answered 400 with the field, or what the command's `constraints` say for the index. Begin with the tenant.
 *
 * @example
 * uniques: [softUnique('tenantId', 'organizationId', 'slug')]
 */
export function softUnique<const Name extends string>(...properties: readonly ['tenantId', ...Name[]]) {
  return { properties: [...properties] as ('tenantId' | Name)[], where: 'deleted_at is null' }
}
