import { userNames } from '@plinth/auth'
import { defineService } from '@plinth/core'
import { actionLog, newestVisible, ofVisibleEntries } from '@plinth/core/data'
import { inWords, texts } from '@plinth/core/http'
import type { AnalyticsEntity, Labels } from '@plinth/points'
import { organizationLabels } from '@plinth/directory'
import { features } from './contract.ts'

/** What kinds of records are called in the caller's language: `catalog.product` as "Product". */
export const kindLabels = defineService<Labels>('audit_logs.kind-labels', ({ inject, locale }) => ({
  async of(kinds) {
    const { language } = await locale()
    const named = inject(texts)
    return new Map(kinds.map((kind) => [kind, named.in(language, inWords(kind.slice(kind.indexOf('.') + 1)))]))
  },
}))

/** Entries of the action log. */
export const actionAnalytics: AnalyticsEntity = {
  id: 'audit_logs:actions',
  features: [features.view_tenant],
  table: actionLog,
  visible: (ctx) => ofVisibleEntries(ctx, 't'),
  newest: (ctx) => newestVisible(ctx, 't'),
  fields: {
    id: { column: 'id', type: 'uuid' },
    commandId: { column: 'command_id', type: 'text' },
    resourceKind: { column: 'resource_kind', type: 'text', labels: kindLabels },
    actorUserId: { column: 'actor_user_id', type: 'uuid', labels: userNames },
    organizationId: { column: 'organization_id', type: 'uuid', labels: organizationLabels },
    createdAt: { column: 'created_at', type: 'time' },
  },
}
