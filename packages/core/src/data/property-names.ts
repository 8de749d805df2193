import {
  AliasNode,
  ColumnNode,
  IdentifierNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type QueryId,
  ReferenceNode,
  type RootOperationNode,
  SelectionNode,
} from 'kysely'
import { brokenSetup } from '../errors.ts'

type Update = Parameters<OperationNodeTransformer['transformColumnUpdate']>[0]
type Returning = Parameters<OperationNodeTransformer['transformReturning']>[0]
type Select = Parameters<OperationNodeTransformer['transformSelectQuery']>[0]

interface Named {
  readonly alias: string
  readonly columnOf: (property: string) => string
  /** The column as rows give it, in the spelling of the wire. */
  readonly selectionOf: (property: string) => OperationNode
}

/**
 * Properties of the table that a statement writes to, as columns. What is joined and what sub-selects select from have
 * their own names already, so only the written table's alias counts, and what has no alias outside of sub-selects.
 */
class PropertyNames extends OperationNodeTransformer {
  readonly #named: Named
  #depth = 0

  constructor(named: Named) {
    super()
    this.#named = named
  }

  protected override transformReference(node: ReferenceNode, queryId?: QueryId): ReferenceNode {
    const property = this.#propertyOf(node)
    if (property === undefined) return super.transformReference(node, queryId)
    return { ...node, column: ColumnNode.create(this.#named.columnOf(property)) }
  }

  protected override transformColumnUpdate(node: Update, queryId?: QueryId): Update {
    if (!ColumnNode.is(node.column)) throw brokenSetup('An update sets properties by their names')
    const column = ColumnNode.create(this.#named.columnOf(node.column.column.name))
    return { ...super.transformColumnUpdate(node, queryId), column }
  }

  protected override transformReturning(node: Returning, queryId?: QueryId): Returning {
    const selections = node.selections.map((selection) => {
      const shown = selection.selection
      const property = ReferenceNode.is(shown) ? this.#propertyOf(shown) : undefined
      if (property === undefined) return this.transformNode(selection, queryId)
      return SelectionNode.create(AliasNode.create(this.#named.selectionOf(property), IdentifierNode.create(property)))
    })
    return { ...node, selections }
  }

  protected override transformSelectQuery(node: Select, queryId?: QueryId): Select {
    this.#depth += 1
    try {
      return super.transformSelectQuery(node, queryId)
    } finally {
      this.#depth -= 1
    }
  }

  #propertyOf({ table, column }: ReferenceNode): string | undefined {
    if (!ColumnNode.is(column)) return undefined
    const isOurs = table ? table.table.identifier.name === this.#named.alias : this.#depth === 0
    return isOurs ? column.column.name : undefined
  }
}

/** Lets a statement that writes to a table name the properties of its entity. */
export function propertyNames(named: Named): KyselyPlugin {
  return {
    transformQuery: ({ node, queryId }) => new PropertyNames(named).transformNode(node, queryId) as RootOperationNode,
    transformResult: async ({ result }) => result,
  }
}
