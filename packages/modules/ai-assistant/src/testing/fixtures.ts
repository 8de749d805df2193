import type { ModuleFixtures } from '@plinth/testing'
import { contract } from './contract.ts'
import { examples } from './examples.ts'

/** The assistant's fixtures for the checks. */
export const aiAssistantFixtures: ModuleFixtures = {
  contract,
  isolation: {
    idTables: {
      'GET /ai_assistant/conversations/{id}': 'ai_conversations',
      'DELETE /ai_assistant/conversations/{id}': 'ai_conversations',
      'POST /ai_assistant/conversations/{id}/undo': 'ai_conversations',
    },
    // Conversations and approvals are private, in the log too; usage is only counted.
    unrecorded: ['ai_conversations', 'ai_messages', 'ai_approvals', 'ai_usage'],
    unreached: { 'PUT /ai_assistant/settings': 'all that it takes is the name of a provider' },
    rows: {
      ai_conversations: ({ idIn }) => ({ actor_id: idIn('users'), busy_until: null, turn_id: null }),
      ai_messages: ({ idIn, mark }) => ({
        conversation_id: idIn('ai_conversations'),
        role: 'user',
        content: JSON.stringify(mark),
      }),
      ai_approvals: ({ idIn, mark }) => ({
        actor_id: idIn('users'),
        conversation_id: idIn('ai_conversations'),
        state: 'pending',
        steps: '[]',
        preview: JSON.stringify({ mark }),
        expires_at: new Date(Date.now() + 3_600_000).toISOString(),
      }),
      // One per tenant, whoever is seeded.
      ai_choices: ({ tenantId }) => ({ id: tenantId, provider_id: 'openai' }),
    },
  },
  undo: { examples },
}
