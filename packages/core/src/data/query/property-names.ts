import {
  AliasNode,
  ColumnNode,
  ColumnUpdateNode,
  IdentifierNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type QueryId,
  ReferenceNode,
  type RootOperationNode,
  SelectAllNode,
  SelectionNode,
} from 'kysely'
import { brokenSetup } from '../../errors.ts'
import { type DerivedColumn } from './properties.ts'

type Update = Parameters<OperationNodeTransformer['transformColumnUpdate']>[0]

type Returning = Parameters<OperationNodeTransformer['transformReturning']>[0]

type Insertion = Parameters<OperationNodeTransformer['transformInsertQuery']>[0]

type OnConflict = Parameters<OperationNodeTransformer['transformOnConflict']>[0]

type Select = Parameters<OperationNodeTransformer['transformSelectQuery']>[0]

interface WrittenTable {
  readonly alias: string
  readonly columnOf: (property: string) => string
  /** The names of all properties that have a column. */
  readonly names: readonly string[]
  /** Selects a column in the format that responses use. */
  readonly selectionOf: (property: string) => OperationNode
  /** The assignment added to updates that do not contain it: `updatedAt`, for entities that have it. */
  readonly stamp: ColumnUpdateNode | undefined
  /** Columns computed from others: their new value if those are set; undefined if none of them is. */
  readonly derived: readonly DerivedColumn[]
}

/** The alias of the row proposed for insertion in `on conflict`. */
export const EXCLUDED = 'excluded'

/**
 * Converts properties of the table that a statement writes to into columns. Joined tables and the sources of sub-selects already
 * use property names, so it converts only references with the alias of the written table, and unqualified ones outside
 * sub-selects.
 */
class PropertyNames extends OperationNodeTransformer {
  readonly #table: WrittenTable
  #depth = 0

  constructor(table: WrittenTable) {
    super()
    this.#table = table
  }

  protected override transformReference(node: ReferenceNode, queryId?: QueryId): ReferenceNode {
    const property = this.#propertyOf(node)
    if (property === undefined) return super.transformReference(node, queryId)
    return { ...node, column: ColumnNode.create(this.#table.columnOf(property)) }
  }

  protected override transformColumnUpdate(node: Update, queryId?: QueryId): Update {
    if (!ColumnNode.is(node.column)) throw brokenSetup('An update must set properties by name')
    const column = ColumnNode.create(this.#table.columnOf(node.column.column.name))
    return { ...super.transformColumnUpdate(node, queryId), column }
  }

  protected override transformReturning(node: Returning, queryId?: QueryId): Returning {
    const toProperty = (name: string) =>
      SelectionNode.create(AliasNode.create(this.#table.selectionOf(name), IdentifierNode.create(name)))
    const selections = node.selections.flatMap((selection) => {
      const shown = selection.selection
      if (SelectAllNode.is(shown)) return this.#table.names.map(toProperty)
      const property = ReferenceNode.is(shown) ? this.#propertyOf(shown) : undefined
      return property === undefined ? this.transformNode(selection, queryId) : toProperty(property)
    })
    return { ...node, selections }
  }

  /** Inserted values already use column names. */
  protected override transformInsertQuery(node: Insertion, queryId?: QueryId): Insertion {
    const { values, ...rest } = node
    return { ...super.transformInsertQuery(rest, queryId), ...(values && { values }) }
  }

  protected override transformOnConflict(node: OnConflict, queryId?: QueryId): OnConflict {
    const { columns, ...rest } = node
    const named = columns?.map(({ column }) => ColumnNode.create(this.#table.columnOf(column.name)))
    return { ...super.transformOnConflict(rest, queryId), ...(named && { columns: named }) }
  }

  protected override transformSelectQuery(node: Select, queryId?: QueryId): Select {
    this.#depth += 1
    try {
      return super.transformSelectQuery(node, queryId)
    } finally {
      this.#depth -= 1
    }
  }

  #propertyOf({ table: reference, column }: ReferenceNode): string | undefined {
    if (!ColumnNode.is(column)) return undefined
    const named = reference?.table.identifier.name
    const isOurs = named === undefined ? this.#depth === 0 : named === this.#table.alias || named === EXCLUDED
    return isOurs ? column.column.name : undefined
  }
}

/** Lets a statement that writes to a table use the property names of its entity; a plain insert uses none. */
export function propertyNames(table: WrittenTable): KyselyPlugin {
  const isNamed = (node: RootOperationNode) => node.kind === 'InsertQueryNode' && !node.returning && !node.onConflict
  return {
    transformQuery: ({ node, queryId }) =>
      isNamed(node) ? node : stamped(new PropertyNames(table).transformNode(node, queryId) as RootOperationNode, table),
    transformResult: async ({ result }) => result,
  }
}

/**
 * Adds the stamp and computed columns to a statement that updates rows: an update, or an insert that updates the conflicting row.
 */
function stamped(node: RootOperationNode, { stamp, derived }: WrittenTable): RootOperationNode {
  if (!stamp && derived.length === 0) return node
  const add = (updates: readonly ColumnUpdateNode[]) => {
    const set = new Map(updates.map(({ column, value }) => [columnIn(column) ?? '', value]))
    const made = derived.flatMap(({ column, make }) => {
      const value = set.has(column) ? undefined : make(set)
      return value ? [ColumnUpdateNode.create(ColumnNode.create(column), value)] : []
    })
    return [...updates, ...made, ...(stamp && !set.has(columnIn(stamp.column) ?? '') ? [stamp] : [])]
  }
  if (node.kind === 'UpdateQueryNode' && node.updates) return { ...node, updates: add(node.updates) }
  if (node.kind === 'InsertQueryNode' && node.onConflict?.updates)
    return { ...node, onConflict: { ...node.onConflict, updates: add(node.onConflict.updates) } }
  return node
}

const columnIn = (node: OperationNode) => (ColumnNode.is(node) ? node.column.name : undefined)
