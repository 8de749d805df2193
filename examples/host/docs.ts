import { defineModule, signedIn } from '@plinth/core'
import { definePage, pages } from '@plinth/points'

const titles = {
  README: 'Documentation',
  '1-start': 'Getting started',
  '2-modules': 'Modules',
  '3-commands': 'Commands',
  '4-access': 'Access',
  '5-rules': 'Rules',
  '6-testing': 'Testing',
  '7-operations': 'Operations',
  '8-migrations': 'Migrations and search',
  '9-files': 'Files',
  '10-assistant': 'The assistant',
  '11-clusters': 'Clusters',
  '12-many-databases': 'Many databases',
  '13-host': 'Build your own host',
  client: 'Typed client',
  'command-line': 'The command line',
  identity: 'Sign-in and identity',
  'identity-entra': 'Microsoft Entra ID',
  'identity-okta': 'Okta',
  'identity-google': 'Google Workspace',
  'identity-keycloak': 'Keycloak',
  'identity-other-providers': 'Other identity providers',
  'identity-integrators': 'Identity for integrators',
  architecture: 'Architecture',
  concurrency: 'Concurrency',
  'custom-fields': 'Custom fields',
  'entity-manager': 'The entity manager',
  console: 'The console',
  patroni: 'Failover with Patroni',
  proxies: 'Reverse proxies',
  relations: 'Relations',
  upgrading: 'Upgrading',
  releasing: 'Releasing',
  rotation: 'Replacing the secret',
  decisions: 'Decisions',
  glossary: 'Glossary',
  observability: 'Traces and metrics',
  recording: 'How recording and reverting work',
  security: 'Security',
}

/** Serves Plinth's documentation to MCP clients. A product can contribute its own pages the same way. */
export const docs = defineModule({
  id: 'docs',
  title: 'Documentation',
  contributes: [
    pages.of(
      ...Object.entries(titles).map(([name, title]) =>
        definePage({ name, title, access: signedIn, text: new URL(`../../docs/${name}.md`, import.meta.url) }),
      ),
    ),
  ],
})
