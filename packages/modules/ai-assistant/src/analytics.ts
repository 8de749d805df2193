import type { AnalyticsEntity } from '@plinth/points'
import { features } from './contract.ts'

/** Model usage by day and model, for the tenant as a whole. */
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
    // Each UTC day has its own rows.
    createdAt: { column: 'created_at', type: 'time' },
  },
}
