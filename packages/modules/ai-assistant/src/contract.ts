import { defineFeatures } from '@plinth/core'

/** Features of the assistant. */
export const features = defineFeatures('ai_assistant', {
  view: 'Use the AI assistant',
  'settings.manage': 'Manage AI settings',
  'mcp.serve': 'Serve MCP clients',
  'tools.list': 'List AI tools',
  'mcp_servers.view': 'View MCP servers',
  'mcp_servers.manage': 'Manage MCP servers',
})
