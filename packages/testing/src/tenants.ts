/** Tenants and organizations that exist on every test platform. Their ids are fixed, which keeps failures readable. */
export const tenantA = Object.freeze({
  id: 'a0000000-0000-4000-8000-000000000000',
  /** The tenant's root organization. */
  organization: 'a1000000-0000-4000-8000-000000000000',
  /** Another organization of the same tenant. */
  otherOrganization: 'a2000000-0000-4000-8000-000000000000',
})

/** The other tenant. */
export const tenantB = Object.freeze({
  id: 'b0000000-0000-4000-8000-000000000000',
  organization: 'b1000000-0000-4000-8000-000000000000',
})
