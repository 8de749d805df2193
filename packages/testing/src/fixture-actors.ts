import { randomBytes } from 'node:crypto'
import { tenantA, tenantB } from './tenants.ts'

/** An owner of seeded rows. All texts in them contain a mark that occurs nowhere else. */
export interface FixtureActor {
  readonly name: 'own' | 'sibling' | 'foreign'
  readonly tenantId: string
  readonly organizationId: string
  /** Contained in every text of this actor's rows. */
  readonly mark: string
  /** The id of this actor's row in a table. */
  idIn(table: string): string
}

/** The caller's own organization, another organization of the same tenant, and another tenant. */
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
