/** A block of commands: its page, and the beginning of a line in it that no other block of the page has. */
export type CommandBlock = readonly [page: string, line: string]

/** The blocks with which somebody begins on a machine with nothing but Node and npm, in the order of their steps. */
export const beginnings = {
  clone: ['README.md', 'npm run pack -- /tmp/plinth'],
  start: ['README.md', 'npm ci && SEED_PASSWORD=Secret-123 npm start'],
  startToo: ['docs/1-start.md', 'npm ci && SEED_PASSWORD=Secret-123 npm start'],
  create: ['docs/command-line.md', 'npm create plinth@latest shop'],
  createToo: ['packages/create-plinth/README.md', 'npm create plinth@latest shop'],
  createFromTarballs: ['docs/command-line.md', 'node packages/create-plinth/dist/create-plinth.js'],
  product: ['packages/create-plinth/templates/console/README.md', 'npm install && npm start'],
  doctor: ['docs/command-line.md', 'npx plinth doctor'],
  upgrade: ['docs/command-line.md', 'npx plinth upgrade --check --former'],
  module: ['docs/2-modules.md', 'npm i @plinth/core'],
  migration: ['docs/8-migrations.md', 'npm install --save-dev @plinth/cli'],
  released: ['docs/6-testing.md', 'git worktree add'],
  host: ['docs/13-host.md', 'npm install @plinth/host'],
  command: ['packages/cli/README.md', 'npm install --save-dev @plinth/cli'],
  release: ['docs/releasing.md', 'npm run release -- 0.2.0 --rehearse'],
  site: ['docs/releasing.md', 'npm run site -- ../plinth-site'],
  hostPackage: ['packages/host/README.md', 'npm install @plinth/host'],
} as const satisfies Record<string, CommandBlock>

/** Commands for somebody who works in this repository with a host on port 3000, or with its database. */
export const inRepository = {
  tools: ['docs/mcp.md', 'npx @modelcontextprotocol/inspector'],
  conversations: ['docs/mcp.md', 'curl -H "x-api-key: $KEY" https'],
  files: ['docs/9-files.md', 'curl -b cookies.txt $API/attachments -F'],
  field: ['docs/custom-fields.md', '  "entityId": "auth:user", "key": "level"'],
  fieldValue: ['docs/custom-fields.md', 'curl -b cookies.txt -X PUT $API/auth/users'],
  records: ['docs/custom-fields.md', 'curl -b cookies.txt $API/entities/records -H'],
  variables: ['docs/identity.md', 'AUTH="authorization'],
  secondFactor: ['docs/identity.md', `curl $API/auth/policies -X PUT -H "$AUTH" -H "$JSON" -d '{"secondFactor"`],
  factors: ['docs/identity.md', 'curl "$API/auth/users/factors'],
  sessions: ['docs/identity.md', 'curl "$API/auth/users/sign-ins'],
  connection: ['docs/identity.md', '  "name": "Acme", "issuer"'],
  domain: ['docs/identity.md', 'curl $API/sso/domains/verify'],
  enforced: ['docs/identity.md', `curl $API/sso/connections -X PUT -H "$AUTH" -H "$JSON" -d '{"id":"…","isEnforced"`],
  identities: ['docs/identity.md', 'curl "$API/sso/users/identities?userId=$USER_ID" -H'],
  secondFactorToo: [
    'docs/identity.md',
    `curl $API/sso/connections -X PUT -H "$AUTH" -H "$JSON" -d '{"id":"…","asksSecondFactor"`,
  ],
  saml: ['docs/identity.md', 'curl $API/saml/provider-metadata'],
  reactivate: ['docs/identity.md', 'curl $API/scim/reactivate'],
  serviceAccount: ['docs/identity.md', 'curl $API/oauth/token'],
  scopedToken: ['packages/modules/api-keys/README.md', 'curl $API/oauth/token'],
} as const satisfies Record<string, CommandBlock>

/** Variables of a host. */
export const variables = [
  ['docs/11-clusters.md', 'DATABASE_DIRECT_URL='],
  ['docs/11-clusters.md', 'DATABASE_REPLICA_URLS='],
  ['docs/proxies.md', 'TRUST_PROXY_DEPTH=1'],
] as const satisfies readonly CommandBlock[]

/** Blocks that nothing runs, because they change what is outside of a test or only show something. */
export const unrun = [
  ['docs/releasing.md', 'git push --follow-tags'],
  ['docs/patroni.md', 'apt install postgresql'],
  ['docs/sharing.md', 'curl -b cookies.txt $API/desk/tickets/$TICKET/shares'],
  ['docs/patroni.md', 'patronictl -c /etc/patroni/config.yml list'],
] as const satisfies readonly CommandBlock[]

/** Blocks that other files run. Blocks with a name are found by `readBlock` of the tests that run them. */
export const runElsewhere: Readonly<Record<string, readonly CommandBlock[]>> = {
  'test/packages/products.campaign.ts': [
    ['packages/create-plinth/templates/api/README.md', 'npm install && npm start'],
    ['packages/create-plinth/templates/next/README.md', 'npm install && npm run dev'],
  ],
  '.ci/run': [
    ['README.md', 'npm ci && npm test'],
    ['CONTRIBUTING.md', 'npm test'],
  ],
  'test/host/managed-postgres.campaign.ts': [
    ['docs/11-clusters.md', 'npm run --silent plinth -- database roles'],
    ['docs/audit-log.md', 'npm run plinth -- audit verify'],
  ],
  'test/cli/command-line.test.ts': [['docs/7-operations.md', 'npx plinth writes suspend']],
  'test/patroni/logical-replication.campaign.ts': [['docs/upgrading.md', 'MIGRATION_DATABASE_URL=']],
  // With other arguments.
  'test/packages/runtimes.campaign.ts': [['docs/console-kit.md', 'npx esbuild vehicles.tsx']],
  'test/host/archive-tool.campaign.ts': [['docs/audit-log.md', 'npm run plinth -- archive verify']],
  // Nothing but the name of the package and of those that its example imports.
  'test/architecture/manifests.test.ts': [],
}
