import { z } from 'zod'
import { hasAccess } from '../acl/grants.ts'
import type { Declared } from '../data/query/row-types.ts'
import { anyOf } from '../data/query/scope-conditions.ts'
import type { Access } from '../define/access.ts'
import { type Command, type CommandContext, defineCommand } from '../define/command.ts'
import type { Context } from '../define/context.ts'
import { get, Ok, post, type Route } from '../define/route.ts'
import type { StateMachine } from '../define/state-machine.ts'
import { buttonText, texts } from '../define/texts.ts'
import { brokenSetup, conflict, notFound, PlatformError } from '../errors.ts'
import type { ActionSpec } from './action-spec.ts'
import type { WriteNames } from './resource-names.ts'
import { previewOf } from './preview-action.ts'
import { takingSeveral } from './several.ts'
import { type AnyStatesSpec, fromOf, stateRefusal } from './states.ts'
import type { WriteSpec } from './write-spec.ts'

type AnyRow = Readonly<Record<string, unknown>> & { readonly id: string }

/** An action of any resource. A transition is an action that begins in some states and ends in one. */
interface RecordAction extends ActionSpec<object, z.ZodRawShape> {
  readonly name: string
  readonly label: string
  readonly access: Access
  readonly from: readonly string[] | null
  readonly to: string | null
}

interface ActingResource {
  readonly path: string
  readonly entity: Declared
  readonly spec: Pick<WriteSpec<object, z.ZodRawShape>, 'onWritten' | 'missing' | 'constraints' | 'beforeRevert'> & {
    readonly access: { readonly read: Access; readonly write: Access }
  }
  readonly names: WriteNames
  readonly actions: Readonly<Record<string, ActionSpec<object, z.ZodRawShape>>>
  readonly states: AnyStatesSpec | undefined
}

/** The commands and routes of the actions and transitions of a resource; none if it has neither. */
export function defineActions(resource: ActingResource): {
  readonly commands: Readonly<Record<string, Command>>
  readonly routes: readonly Route[]
} {
  const actions = toActions(resource)
  if (actions.length === 0 && !resource.names.machine) return { commands: {}, routes: [] }
  const { path, entity } = resource
  const commands: Record<string, Command> = {}
  const routes = actions.flatMap((action) => {
    const command = (commands[action.name] = defineAction(action, { ...resource, actions }))
    const options = { summary: `${action.label}.`, errors: [404] }
    const route = takingSeveral(post(`${path}/${toWords(action.name, '-')}`, command, options), entity)
    return action.preview ? [route, previewOf(route)] : [route]
  })
  return { commands, routes: [listActions(actions, resource), ...routes] }
}

function toActions({ path, names, spec, actions, states }: ActingResource): readonly RecordAction[] {
  const { access } = spec
  const made = (
    name: string,
    action: Omit<RecordAction, 'name' | 'label' | 'access'> & Partial<RecordAction>,
  ): RecordAction => {
    const words = toWords(name, ' ')
    const label = `${words[0]!.toUpperCase()}${words.slice(1)} ${names.title.toLowerCase()}`
    return { label, access: access.write, ...action, name }
  }
  const transitions = Object.entries(states?.transitions ?? {}).map(([name, { set, from, to, ...transition }]) =>
    made(name, { ...transition, from: fromOf(from), to, run: (ctx, row) => set?.(ctx, row) }),
  )
  const all = [
    ...transitions,
    ...Object.entries(actions).map(([name, action]) => made(name, { ...action, from: null, to: null })),
  ]
  const taken = new Set(['create', 'update', 'delete', 'actions'])
  for (const { name, input } of all) {
    if (!/^[a-z][a-zA-Z0-9]*$/.test(name) || taken.has(name))
      throw brokenSetup(`The resource ${path} cannot have an action named '${name}'`)
    taken.add(name)
    const reserved = ['id', 'ids', 'versions'].find((member) => input && member in input.shape)
    if (reserved !== undefined)
      throw brokenSetup(`The action '${name}' of ${path} names its records in '${reserved}', so its \`input\` cannot`)
  }
  return all
}

/** `sendReminder` as `send reminder`. */
const toWords = (name: string, separator: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => separator + letter.toLowerCase())

type Acting = Omit<ActingResource, 'actions'> & { readonly actions: readonly RecordAction[] }

function defineAction(action: RecordAction, resource: Acting): Command {
  const { entity, spec, names, states, actions } = resource
  const { id, kind, title, point, machine } = names
  const { name, label, access, to } = action
  const missing = () => notFound(spec.missing ?? title)
  return defineCommand({
    id: `${id}.${toWords(name, '_')}`,
    label,
    access,
    resource: kind,
    entity,
    ...(spec.constraints && { constraints: spec.constraints }),
    ...(spec.beforeRevert && { beforeRevert: spec.beforeRevert }),
    ...(point && { rules: point.act }),
    input: (action.input ?? z.object({})).safeExtend({ id: z.uuid().toLowerCase() }),
    output: Ok,
    async run(ctx) {
      const row = (await ctx.from.lock(entity, ctx.input.id, missing)) as AnyRow
      const reason = await refusalOf(ctx, action, { row, machine })
      if (reason !== undefined) {
        const allowed = await allowedOf(ctx, actions, { row, machine })
        throw conflict(reason, {
          code: 'action_not_allowed',
          ...(machine && { state: row[machine.property] }),
          allowed: allowed.flatMap((one) => (one.reason === null ? [one.name] : [])),
        })
      }
      const changes = await action.run(ctx as CommandContext<never>, row as never)
      if (!changes && !machine) return { ok: true as const }
      const moved = { ...(changes as object), ...(to !== null && { [machine!.property]: to }) }
      if (Object.keys(moved).length === 0) return { ok: true as const }
      const written = await ctx.from.change(entity, row, moved as never)
      await spec.onWritten?.(ctx, written as never, 'updated')
      if (to !== null && states?.event)
        ctx.emit(states.event, { id: row.id, transition: name, from: String(row[machine!.property]), to })
      return { ok: true as const }
    },
  })
}

interface JudgedRow {
  readonly row: AnyRow
  readonly machine: StateMachine | undefined
}

/** Why an action is not possible on a row, in English; undefined if it is. */
async function refusalOf(
  ctx: Context,
  { from, guard }: RecordAction,
  { row, machine }: JudgedRow,
): Promise<string | undefined> {
  const state = machine && row[machine.property]
  if (from && !from.includes(String(state))) return stateRefusal(machine!, row)
  return guard?.(ctx, row as never)
}

/** What the caller may do with a row, and why not now. */
async function allowedOf(ctx: Context, actions: readonly RecordAction[], judged: JudgedRow) {
  const result: { readonly name: string; readonly reason: string | null }[] = []
  for (const action of actions) {
    if (!hasAccess(ctx.actor, action.access)) continue
    result.push({ name: action.name, reason: (await refusalOf(ctx, action, judged).catch(toReason)) ?? null })
  }
  return result
}

/** What a guard throws about one action must not hide what else the caller may do. */
function toReason(error: unknown): string {
  if (error instanceof PlatformError && error.status < 500) return error.message
  throw error
}

/** Maximum number of records in one question: a page of a list. */
const MOST = 100

const Asked = z.object({
  ids: z
    .string()
    .max(10_000)
    .transform((text) => text.split(','))
    .pipe(z.array(z.string()).max(MOST))
    .optional()
    .meta({ description: `Up to ${MOST} ids, separated by commas.` }),
})

/** What callers may do with records, in words; for buttons. */
const RecordActions = z.object({
  states: z
    .object({
      property: z.string(),
      initial: z.string(),
      values: z.array(z.object({ name: z.string(), label: z.string(), color: z.string(), isEditable: z.boolean() })),
    })
    .nullable(),
  /** Those that the caller has access to. */
  actions: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      path: z.string(),
      from: z.array(z.string()).nullable(),
      to: z.string().nullable(),
      preview: z.boolean(),
    }),
  ),
  records: z.array(
    z.object({
      id: z.uuid(),
      /** By name, with the reason why it is not possible now. */
      actions: z.array(z.object({ name: z.string(), reason: z.string().nullable() })),
    }),
  ),
})

function listActions(actions: readonly RecordAction[], { path, entity, spec, names }: ActingResource): Route {
  const { machine } = names
  const title = names.title.toLowerCase()
  return get(
    `${path}/actions`,
    {
      access: spec.access.read,
      summary: `What the caller can do with each ${title}, and why something is not possible.`,
      query: Asked,
      response: RecordActions,
    },
    async (ctx) => {
      const [{ language }, known] = [await ctx.locale(), ctx.inject(texts)]
      const say = (text: string) => known.in(language, text)
      const sayButton = (label: string) => say(known.has(language, buttonText(label)) ? buttonText(label) : label)
      const rows = await readRows(ctx, entity, ctx.query.ids ?? [])
      const records = []
      for (const row of rows) {
        const allowed = await allowedOf(ctx, actions, { row, machine })
        const told = allowed.map(({ name, reason }) => ({
          name,
          reason: reason === null ? null : known.message(language, reason),
        }))
        records.push({ id: row.id, actions: told })
      }
      return {
        states: machine
          ? {
              property: machine.property,
              initial: machine.initial,
              values: machine.states.map((state) => ({ ...state, label: say(state.label) })),
            }
          : null,
        actions: actions
          .filter(({ access }) => hasAccess(ctx.actor, access))
          .map(({ name, label, from, to, preview = false }) => ({
            name,
            label: sayButton(label),
            path: `${path}/${toWords(name, '-')}`,
            from: from && [...from],
            to,
            preview,
          })),
        records,
      }
    },
  )
}

async function readRows({ from }: Context, entity: Declared, ids: readonly string[]): Promise<readonly AnyRow[]> {
  // A value that is not an id matches no row.
  const known = ids.filter((id) => z.uuid().safeParse(id).success)
  if (known.length === 0) return []
  const rows = await from(entity as Declared<{ id: string }>, 'row')
    .selectAll('row')
    .where('row.id' as never, '=', anyOf(known) as never)
    .execute()
  return rows as unknown as readonly AnyRow[]
}
