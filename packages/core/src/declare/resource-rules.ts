import { z } from 'zod'
import { hasProperty } from '../data/query/properties.ts'
import type { Context } from '../define/context.ts'
import type { Declared } from '../data/query/row-types.ts'
import { anyOf } from '../data/query/scope-conditions.ts'
import type { Command, CommandContext } from '../define/command.ts'
import type { Route } from '../define/route.ts'
import { defineRulePoint, type ProjectedWrite, type RuleData, type RulePoint } from '../define/rule-point.ts'
import { brokenSetup } from '../errors.ts'
import type { LinesByName } from './lines.ts'
import { projectLines } from './project-lines.ts'
import { readLines } from './read-lines.ts'
import { view } from './view.ts'

/** What customers' rules can do with the rows of a resource. */
export interface ResourceRules<Field extends string = string> {
  /**
   * Properties of the input that SET_FIELD can change; the list must select them. Default: none. A rule sets them with the
   * rights of the command's caller, not of its author, so exclude properties that grant rights or send email.
   */
  readonly settable?: readonly Field[]
  /** Alternative names of the entity: that of its analytics, `shop:orders`, or one of an older version. */
  readonly aliases?: readonly string[]
}

interface RuledResource {
  readonly path: string
  readonly entity: Declared
  /** As in the log: `tickets.ticket`. Rules use `tickets:ticket`. */
  readonly kind: string
  readonly title: string
  readonly lines?: LinesByName
  readonly list: { readonly select: z.ZodObject | readonly string[] } | Route
  /** Commands that replace the default ones, by operation. */
  readonly replace: { readonly create?: Command; readonly update?: Command; readonly delete?: Command }
}

/** The rule point of a resource: the given one, or one that reads what the resource's list selects. */
export function toRulePoint(rules: ResourceRules | RulePoint, resource: RuledResource): RulePoint {
  const point = 'entityType' in rules ? rules : declareRulePoint(rules, resource)
  for (const [verb, command] of Object.entries(resource.replace))
    if (command.rules?.point() !== point)
      throw brokenSetup(
        `The resource ${resource.path} has rules, but its command '${command.id}' does not run them: give both the same ` +
          `\`defineRulePoint\`, and declare the command with \`rules: point.${verb}\``,
      )
  return point
}

function declareRulePoint(
  { settable = [], aliases = [] }: ResourceRules,
  { path, entity, kind, title, list, lines = {} }: RuledResource,
): RulePoint {
  if (!('select' in list))
    throw brokenSetup(`The resource ${path} has a list of its own, so its rules need a \`defineRulePoint\``)
  const { select } = list
  const shown = select instanceof z.ZodObject ? select : (view(entity, select as never[]) as z.ZodObject)
  const own = z.object(Object.fromEntries(Object.entries(shown.shape).filter(([name]) => hasProperty(entity, name))))
  const lineNames = Object.keys(lines)
  const data: z.ZodObject = own.extend(Object.fromEntries(lineNames.map((name) => [name, z.array(lines[name]!.view)])))
  const hidden = settable.find((name) => !Object.hasOwn(own.shape, name))
  if (hidden !== undefined) throw brokenSetup(`Rules may set '${hidden}' of ${path}, which its list does not show`)
  const loadRows = async ({ from }: Context, ids: readonly string[]): Promise<ReadonlyMap<string, RuleData>> => {
    // A value that is not an id matches no row.
    const known = ids.filter((id) => z.uuid().safeParse(id).success)
    if (known.length === 0) return new Map()
    const rows = (await from(entity as Declared<{ id: string }>, 'row')
      .select(['row.id as ruledId', ...Object.keys(own.shape).map((name) => `row.${name}`)] as never[])
      .where('row.id' as never, '=', anyOf(known) as never)
      .execute()) as (RuleData & { readonly ruledId: string })[]
    const found = new Map<string, RuleData>(rows.map(({ ruledId, ...row }) => [ruledId, row]))
    for (const name of lineNames) {
      const all = await readLines(from, lines[name]!, { ids: [...found.keys()] })
      for (const [id, row] of found) found.set(id, { ...row, [name]: all.get(id) ?? [] })
    }
    return found
  }
  return defineRulePoint(kind.replace('.', ':'), {
    title,
    aliases,
    data,
    settable,
    entity,
    load: async (ctx, id) => (await loadRows(ctx, [id])).get(id) ?? null,
    loadAll: loadRows,
    ...(lineNames.length > 0 && {
      project: (ctx: CommandContext, write: ProjectedWrite) => projectLines(ctx, { entity, lines, write }),
    }),
  })
}
