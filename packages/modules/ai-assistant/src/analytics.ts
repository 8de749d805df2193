import type { AnalyticsEntity } from '@plinth/points'
import { features } from './contract.ts'

/** What models have used, by day and model: the tenant's as a whole, whoever has asked. */
export const usageAnalytics: AnalyticsEntity = {
  id: 'ai_assistant:usage',
  features: [features['settings.manage']],
  table: 'ai_usage',
  hasOrganizations: false,
  fields: {
    id: { column: 'id', type: 'uuid' },
    model: { column: 'model', type: 'text' },
    turns: { column: 'turns', type: 'number' },
    inputTokens: { column: 'input_tokens', type: 'number' },
    outputTokens: { column: 'output_tokens', type: 'number' },
    // Days are counted in UTC, and each has rows of its own.
    createdAt: { column: 'created_at', type: 'time' },
  },
}
