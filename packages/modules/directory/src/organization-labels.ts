import { defineService } from '@plinth/core'
import type { Labels } from '@plinth/points'
import { organizationTrees } from './organization-trees.ts'

/** The names of organizations that the caller sees, by id. */
export const organizationLabels = defineService<Labels>('directory.organization-labels', ({ inject, scope }) => ({
  async of(keys) {
    const tree = await inject(organizationTrees).of(scope.tenantId)
    const { organizationIds } = scope
    const nodes = keys.map((key) => tree.get(key)).filter((node) => node !== undefined)
    const seen = nodes.filter(({ id }) => organizationIds === null || organizationIds.includes(id))
    return new Map(seen.map(({ id, name }) => [id, name]))
  },
}))
