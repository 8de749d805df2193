import { get } from '@plinth/core'
import { texts } from '@plinth/core/http'
import { z } from 'zod'
import { features } from '../contract.ts'
import { mayBeTold } from '../field-rights.ts'
import { ruleEntities } from '../rule-points.ts'
import { settings } from '../settings.ts'

/** GET /business_rules/entities: the entities, events and fields that rules can use. */
export const listRuleEntities = get(
  '/business_rules/entities',
  {
    operation: 'listRuleEntities',
    access: features.view,
    summary:
      'List the entities that rules can be written for, with their events and fields, and what actions can target.',
    response: z.object({
      items: z.array(
        z.object({
          /** The name used by rules, dashboards and attachments. */
          entityType: z.string(),
          /** Other accepted names. */
          aliases: z.array(z.string()),
          /** `custom` for an entity that customers have defined. */
          source: z.enum(['code', 'custom']),
          title: z.string(),
          events: z.array(
            z.object({
              eventType: z.string(),
              /** False after the commit, when nothing can be rejected or set any more. */
              canRefuse: z.boolean(),
              /** The commands that raise the event. */
              commands: z.array(z.string()),
            }),
          ),
          fields: z.array(
            z.object({
              name: z.string(),
              type: z.enum(['text', 'number', 'boolean', 'date', 'array', 'object', 'any']),
              /** Whether SET_FIELD may change it. */
              settable: z.boolean(),
              /** The possible values of an enumeration. */
              values: z.array(z.union([z.string(), z.number()])).optional(),
              /** What customers call a field that they have defined. */
              label: z.string().optional(),
            }),
          ),
          /** The entity whose definitions have the details of fields that customers have defined. */
          definedFor: z.string().optional(),
        }),
      ),
      /** Events that EMIT_EVENT may emit. */
      emittableEvents: z.array(z.string()),
      /** Hosts that CALL_WEBHOOK may call over https: host names, `*.example.com`, or `*` for any. */
      webhookHosts: z.array(z.string()),
    }),
  },
  async (ctx) => {
    const { language } = await ctx.locale()
    const { events, webhookHosts } = ctx.inject(settings)
    const entities = await ruleEntities(ctx)
    return {
      items: entities
        .map(({ entityType, aliases, title, source, events: raised, definedFor, fields }) => ({
          entityType,
          aliases: [...aliases],
          source,
          title: source === 'custom' ? title : ctx.inject(texts).in(language, title),
          events: [...raised].map(([eventType, commands]) => ({
            eventType,
            canRefuse: eventType.startsWith('before'),
            commands: [...commands],
          })),
          fields: fields.filter(({ name }) => mayBeTold(ctx, entityType)(name)),
          ...(definedFor !== undefined && { definedFor }),
        }))
        .toSorted((one, other) => (one.entityType < other.entityType ? -1 : 1)),
      emittableEvents: events.map(({ id }) => id),
      webhookHosts: [...webhookHosts],
    }
  },
)
