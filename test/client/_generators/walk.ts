/** What each generated client is asked to do, in its own words. */
export interface Client {
  /** Signs in. The client sends the access token with all later requests. */
  logIn(email: string, password: string): Promise<void>
  /** The names of the roles that match. */
  listRoles(search: string): Promise<string[]>
  /** Returns the `x-om-operation` header of the response. */
  createRole(name: string): Promise<string | null>
  /** Creates a rule with a condition of two levels; returns the operator of the inner group, as the rule is read again. */
  createRule(ruleId: string): Promise<string>
  undo(undoToken: string): Promise<boolean>
}

/** The facts that `facts` of the campaign compares. */
export async function walk(client: Client): Promise<void> {
  const { WALK_EMAIL: email = '', WALK_PASSWORD: password = '', WALK_ID: id = '' } = process.env
  await client.logIn(email, password)
  const before = await client.listRoles(id)
  const header = await client.createRole(`Role ${id}`)
  const { undoToken } = JSON.parse(decodeURIComponent((header ?? '').replace(/^omop:/, ''))) as { undoToken: string }
  const created = await client.listRoles(id)
  const inner = await client.createRule(`R-${id}`)
  const undone = await client.undo(undoToken)
  const after = await client.listRoles(id)
  process.stdout.write(JSON.stringify({ before, created, inner, undone, after }))
}

/** Where the host serves the API. */
export const baseUrl = process.env['WALK_URL'] ?? ''
