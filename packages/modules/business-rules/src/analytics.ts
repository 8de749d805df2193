import type { AnalyticsEntity } from '@plinth/points'
import { features } from './contract.ts'

/** Rules, excluding deleted ones. */
export const ruleAnalytics: AnalyticsEntity = {
  id: 'business_rules:rules',
  features: [features.view],
  table: 'business_rules',
  only: { deleted_at: null },
  fields: {
    id: { column: 'id', type: 'uuid' },
    ruleType: { column: 'rule_type', type: 'text' },
    ruleCategory: { column: 'rule_category', type: 'text' },
    entityType: { column: 'entity_type', type: 'text' },
    eventType: { column: 'event_type', type: 'text' },
    enabled: { column: 'enabled', type: 'boolean' },
    priority: { column: 'priority', type: 'number' },
    organizationId: { column: 'organization_id', type: 'uuid' },
    createdAt: { column: 'created_at', type: 'time' },
  },
}

/** Executions. They are written asynchronously, so the numbers may be up to two minutes old. */
export const executionAnalytics: AnalyticsEntity = {
  id: 'business_rules:executions',
  features: [features.view_logs],
  table: 'rule_executions',
  fields: {
    id: { column: 'id', type: 'number', aggregates: ['count'] },
    logCount: { column: 'log_count', type: 'number' },
    entityType: { column: 'entity_type', type: 'text' },
    organizationId: { column: 'organization_id', type: 'uuid' },
    executedAt: { column: 'executed_at', type: 'time' },
  },
}
