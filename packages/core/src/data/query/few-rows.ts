import {
  type AndNode,
  type BinaryOperationNode,
  type KyselyPlugin,
  type OperationNode,
  type OperatorNode,
  type ParensNode,
  type RawBuilder,
  RawNode,
  type ReferenceNode,
  type RootOperationNode,
  SelectModifierNode,
  sql,
  type TableNode,
  type ValueNode,
  type WhereNode,
} from 'kysely'
import { comparisonsIn } from './row-conditions.ts'
import type { RowTest } from './row-tests.ts'

/** Ids up to which a statement reads few rows. */
const FEW = 10

/**
 * Says in a statement that it reads few rows of a table. PostgreSQL then decides each of them by its own related row, instead of
 * looking these up in the set of all related rows that the caller's policy permits (`plinth.reads_few`). With 100,000 rows and 9,000
 * related ones, one record by its id takes 10 blocks and 1.2 ms of CPU instead of 291 and 6.8, and a hidden one 10 instead of 581.
 */
export const fewOf = (table: string): RawBuilder<unknown> => sql.raw(`/* few of ${table} */`)

/** Whether a policy compares related rows, so that it matters how many rows a statement reads. */
export const followsRelations = (read: RowTest | undefined): boolean =>
  read !== undefined && comparisonsIn(read).some(({ field }) => field.of)

/** Says so in queries that name the ids of their rows. */
export function fewRows(table: string, alias: string): KyselyPlugin {
  return {
    transformQuery: ({ node }) => (isFew(whereOf(node), alias) ? marked(node, table) : node),
    transformResult: async ({ result }) => result,
  }
}

const whereOf = (node: RootOperationNode) => (node as { readonly where?: WhereNode }).where?.where

function marked(node: RootOperationNode, table: string): RootOperationNode {
  const { endModifiers = [] } = node as { readonly endModifiers?: readonly SelectModifierNode[] }
  const modifier = SelectModifierNode.createWithExpression(fewOf(table).toOperationNode())
  return { ...node, endModifiers: [...endModifiers, modifier] } as RootOperationNode
}

/** Whether a condition leaves rows with these ids alone. */
function isFew(node: OperationNode | undefined, alias: string): boolean {
  if (node?.kind === 'ParensNode') return isFew((node as ParensNode).node, alias)
  if (node?.kind === 'AndNode') return isFew((node as AndNode).left, alias) || isFew((node as AndNode).right, alias)
  if (node?.kind !== 'BinaryOperationNode') return false
  const { leftOperand, operator, rightOperand } = node as BinaryOperationNode
  return isId(leftOperand, alias) && (operator as OperatorNode).operator === '=' && isFewValues(rightOperand)
}

function isId(node: OperationNode, alias: string): boolean {
  if (node.kind !== 'ReferenceNode') return false
  const { column, table } = node as ReferenceNode
  const isOfTable = table === undefined || (table as TableNode).table.identifier.name === alias
  return isOfTable && column.kind === 'ColumnNode' && column.column.name === 'id'
}

/** One id, or `any` of some. */
function isFewValues(node: OperationNode): boolean {
  if (node.kind === 'ValueNode') return true
  if (!RawNode.is(node) || node.parameters.length !== 1 || !node.sqlFragments[0]?.startsWith('any (')) return false
  const { value } = node.parameters[0] as ValueNode
  return Array.isArray(value) && value.length <= FEW
}
