/** A statement that has run, with the plan that PostgreSQL chose and the rows that it has counted. */
export interface QueryPlan {
  readonly text: string
  readonly plan: PlanNode
}

/** A node of a plan in the JSON format of `explain`. Rows are averages per loop. */
export interface PlanNode {
  readonly 'Node Type': string
  /** `InitPlan` and `SubPlan` are queries within the query. */
  readonly 'Parent Relationship'?: string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly Filter?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}

const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
}

/** Makes the server send the plans of all statements of later connections as notices, those in functions and triggers too. */
export async function explainAll(sql: <Row extends object>(text: string) => Promise<Row[]>): Promise<void> {
  // Fails here rather than in every new connection where the server does not have it.
  await sql(`load 'auto_explain'`)
  const [{ name } = { name: '' }] = await sql<{ name: string }>('select quote_ident(current_database()) as name')
  for (const [setting, value] of Object.entries(SETTINGS))
    await sql(`alter database ${name} set ${setting} = '${value}'`)
}

/** The plan in a notice; undefined in other notices. */
export function planIn(notice: string): QueryPlan | undefined {
  const [, json] = /^duration: .*?plan:\n(.*)$/s.exec(notice) ?? []
  if (json === undefined) return undefined
  const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode }
  return { text, plan }
}

/** What a plan does that takes longer the more rows a table has. */
export interface SlowStep {
  /** The table, or null for a sort of several. */
  readonly table: string | null
  readonly problem: string
}

/** The most rows that a query may read for each row that it returns. */
const FACTOR = 10

/**
 * The steps that read or sort at least `many` rows, unless most of what is read is returned. A count or a sum returns the rows that
 * it is made of, so it is found only if it reads others as well.
 */
export function slowStepsOf({ plan }: QueryPlan, many: number): readonly SlowStep[] {
  const steps: SlowStep[] = []
  const judge = (query: PlanNode): void => {
    const counted = query['Node Type'] === 'Aggregate' ? query.Plans?.find((node) => !isQuery(node)) : undefined
    const returned = Math.max(1, rowsOf(counted ?? query))
    const visit = (node: PlanNode): void => {
      const kind = node['Node Type']
      const table = node['Relation Name'] ?? null
      const read = readBy(node)
      if (table !== null && read >= many) {
        if (kind === 'Seq Scan') steps.push({ table, problem: `reads all ${read} rows of ${table}` })
        else if (read > returned * FACTOR)
          steps.push({ table, problem: `reads ${read} rows of ${table}${wayOf(node)} to return ${returned}` })
      }
      const sorted = kind.endsWith('Sort') ? Math.max(0, ...(node.Plans ?? []).map(rowsOf)) : 0
      if (sorted >= many && sorted > returned * FACTOR)
        steps.push({ table: tableOf(node), problem: `sorts ${sorted} rows of ${tableOf(node)} to return ${returned}` })
      for (const child of node.Plans ?? []) (isQuery(child) ? judge : visit)(child)
    }
    visit(query)
  }
  judge(plan)
  return steps
}

const isQuery = ({ 'Parent Relationship': relationship }: PlanNode) =>
  relationship === 'InitPlan' || relationship === 'SubPlan'

const rowsOf = (node: PlanNode) => Math.round(node['Actual Rows'] * node['Actual Loops'])

function readBy(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return Math.round((node['Actual Rows'] + removed) * node['Actual Loops'])
}

const wayOf = ({ 'Index Name': index, Filter: filter }: PlanNode) =>
  (index === undefined ? '' : ` by ${index}`) + (filter === undefined ? '' : ` where ${filter}`)

const tableOf = (node: PlanNode): string | null =>
  node['Relation Name'] ?? node.Plans?.map(tableOf).find((table) => table !== null) ?? null
