import { randomBytes } from 'node:crypto'
import { tenantA, tenantB } from './tenants.ts'

/** An owner of seeded rows, whose texts all have a mark that occurs nowhere else. */
export interface FixtureActor {
  readonly name: 'own' | 'sibling' | 'foreign'
  readonly tenantId: string
  readonly organizationId: string
  /** Occurs in every text of this party's rows. */
  readonly mark: string
  /** The id of this party's row in a table. */
  idIn(table: string): string
}

/** The caller's own organization, another one of the same tenant, and another tenant. */
export interface FixtureActors {
  readonly own: FixtureActor
  readonly sibling: FixtureActor
  readonly foreign: FixtureActor
}

export function createFixtureActors(): FixtureActors {
  return {
    own: createFixtureActor('own', tenantA.id, tenantA.organization),
    sibling: createFixtureActor('sibling', tenantA.id, tenantA.otherOrganization),
    foreign: createFixtureActor('foreign', tenantB.id, tenantB.organization),
  }
}

function createFixtureActor(name: FixtureActor['name'], tenantId: string, organizationId: string): FixtureActor {
  const ids = new Map<string, string>()
  return {
    name,
    tenantId,
    organizationId,
    mark: `canary-${name}-${randomBytes(6).toString('hex')}`,
    idIn(table) {
      let id = ids.get(table)
      if (id === undefined) ids.set(table, (id = crypto.randomUUID()))
      return id
    },
  }
}
