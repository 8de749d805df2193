import { group } from '../_frame/group.ts'
import { exactly, says, type Statement, uuid, without } from '../_frame/statement.ts'
import { addTenant } from '../_frame/tenants.ts'
import { type Visitor } from '../_frame/visitor.ts'
import { newRule, rule, RULES } from './_rules.ts'
import { raw, unknown } from './_words.ts'

const refuses = (admin: Visitor, field: string, value: unknown): Statement =>
  says(
    `refuses ${field} ${(JSON.stringify(value) ?? 'left out').slice(0, 40)}`,
    admin.post(RULES, rule({ [field]: value })),
    400,
    new RegExp(`^Validation failed: ${field}: `),
  )
const takes = (admin: Visitor, field: string, value: unknown): Statement =>
  says(
    `takes ${field} ${JSON.stringify(value).slice(0, 40)} (${String(value).length})`,
    admin.post(RULES, rule({ [field]: value })),
    201,
    exactly({ id: uuid }),
  )

export const rules = group(
  'Creating rules',
  {
    async scenario(host) {
      await newRule(host.admin, { ruleId: 'A-1' })
      return { other: await addTenant(host, 'Rules') }
    },
  },
  {
    'POST /business_rules/rules': ({ admin, other }) => [
      ...['GUARD', 'VALIDATION', 'CALCULATION', 'ACTION', 'ASSIGNMENT'].map((type) => takes(admin, 'ruleType', type)),
      ...[undefined, null, 'guard', 'x', 7].map((value) => refuses(admin, 'ruleType', value)),
      ...['ruleId', 'ruleName', 'entityType'].flatMap((field) =>
        [undefined, null, '', 7].map((value) => refuses(admin, field, value)),
      ),
      takes(admin, 'ruleId', 'r'.repeat(50)),
      refuses(admin, 'ruleId', 'r'.repeat(51)),
      takes(admin, 'ruleId', 'any / characters: äöü €'),
      takes(admin, 'ruleName', 'n'.repeat(200)),
      refuses(admin, 'ruleName', 'n'.repeat(201)),
      takes(admin, 'entityType', 'e'.repeat(50)),
      refuses(admin, 'entityType', 'e'.repeat(51)),
      ...['eventType', 'ruleCategory'].flatMap((field) => [
        takes(admin, field, 'x'.repeat(50)),
        takes(admin, field, ''),
        takes(admin, field, null),
        refuses(admin, field, 'x'.repeat(51)),
        refuses(admin, field, 7),
      ]),
      takes(admin, 'description', 'd'.repeat(5000)),
      takes(admin, 'description', null),
      refuses(admin, 'description', 'd'.repeat(5001)),
      ...[0, 1, 9999].map((value) => takes(admin, 'priority', value)),
      ...[-1, 10_000, 1.5, '7', null].map((value) => refuses(admin, 'priority', value)),
      ...[1, 7].map((value) => takes(admin, 'version', value)),
      ...[0, -1, 1.5, '1'].map((value) => refuses(admin, 'version', value)),
      ...[true, false].map((value) => takes(admin, 'enabled', value)),
      ...['true', 1, null].map((value) => refuses(admin, 'enabled', value)),
      ...['2026-01-01', '2026-01-01T10:00:00Z', '', null].flatMap((value) => [
        takes(admin, 'effectiveFrom', value),
        takes(admin, 'effectiveTo', value),
      ]),
      ...['nonsense', '2026-13-45', 7, true, {}].flatMap((value) => [
        refuses(admin, 'effectiveFrom', value),
        refuses(admin, 'effectiveTo', value),
      ]),
      says(
        'refuses an end before the beginning (decision: Rules that could never run)',
        admin.post(RULES, rule({ effectiveFrom: '2026-02-01', effectiveTo: '2026-01-01' })),
        400,
        { error: /^Validation failed: effectiveTo: It must not be before effectiveFrom/ },
      ),
      ...['Order', 'WorkOrder', 'workflow:ordering:start', 'auth:user', 'catalog:product'].map((value) =>
        takes(admin, 'entityType', value),
      ),
      ...['catalog:prodct', 'sales:order'].map((value) =>
        says(
          `refuses the entity ${value} (decision: Rules that could never run)`,
          admin.post(RULES, rule({ entityType: value })),
          400,
          {
            error: /^Validation failed: entityType: No module has an entity .+ there are .+catalog:product/,
          },
        ),
      ),
      says(
        'tells all faults at once',
        admin.post(RULES, {}),
        400,
        /^Validation failed: ruleId: .+, ruleName: .+, ruleType: .+, entityType: /,
      ),
      ...['', '{', 'x', '{"a":}'].map((body) =>
        says(`refuses the body '${body}'`, admin.send('POST', RULES, raw(body)), 400, 'Invalid JSON body'),
      ),
      ...['null', '[]', '7', '"x"'].map((body) =>
        says(`refuses the JSON ${body}`, admin.send('POST', RULES, raw(body)), 400, /^Validation failed: /),
      ),
      says(
        'reads JSON whatever its type',
        admin.send('POST', RULES, { body: JSON.stringify(rule()), headers: { 'content-type': 'text/plain' } }),
        201,
      ),
      says('refuses an id that the tenant has', admin.post(RULES, rule({ ruleId: 'A-1' })), 400, {
        error: 'Validation failed: ruleId: Already in use',
        fieldErrors: { ruleId: 'Already in use' },
      }),
      says('lets other tenants have it', other.admin.post(RULES, rule({ ruleId: 'A-1' })), 201),
      says(
        'refuses another tenant',
        admin.post(RULES, rule({ tenantId: other.tenantId })),
        403,
        'Not authorized to target this tenant.',
      ),
      says(
        'needs an organization',
        admin.with({ cookie: 'om_selected_org=__all__' }).post(RULES, rule()),
        400,
        /^Validation failed: organizationId: /,
      ),
      says(
        'answers with the header of what can be undone',
        admin.post(RULES, rule()),
        201,
        { id: uuid },
        { 'x-om-operation': /^omop:%7B%22id%22/ },
      ),
    ],
    'What is stored': ({ admin, organizationId, tenantId }) => {
      const created = async (fields: object) => admin.get(`${RULES}/${await newRule(admin, fields)}`)
      return Promise.all([
        created({}).then((call) =>
          says('nothing said is enabled, priority 100, version 1', call, 200, {
            enabled: true,
            priority: 100,
            version: 1,
            description: null,
            ruleCategory: null,
            eventType: null,
            effectiveFrom: null,
            effectiveTo: null,
          }),
        ),
        created({ createdBy: 'somebody', updatedBy: 'x', id: unknown, createdAt: '2000-01-01' }).then((call) =>
          says('who made it is the caller', call, 200, {
            createdBy: uuid,
            updatedBy: null,
            id: uuid,
            tenantId,
            organizationId,
          }),
        ),
        created({ effectiveFrom: '', effectiveTo: null }).then((call) =>
          says('an empty date is none', call, 200, { effectiveFrom: null, effectiveTo: null }),
        ),
        created({ effectiveTo: '2026-03-01T12:30:00+02:00' }).then((call) =>
          says('times are told in UTC', call, 200, { effectiveTo: '2026-03-01T10:30:00.000Z' }),
        ),
        created({ eventType: '' }).then((call) => says('an empty event type is kept', call, 200, { eventType: '' })),
        created({ surprise: 1 }).then((call) =>
          says('members that are none are ignored', call, 200, without('surprise', 'deletedAt')),
        ),
      ])
    },
  },
)
