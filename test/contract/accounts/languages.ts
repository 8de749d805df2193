import { exactly, says } from '../_frame/statement.ts'
import { group } from '../_frame/group.ts'

/** The texts of the gate in the languages beside English. */
export const GATE = {
  pl: { notFound: 'Nie znaleziono', unauthorized: 'Nieuwierzytelniony', forbidden: 'Brak uprawnień' },
  es: { notFound: 'No encontrado', unauthorized: 'No autenticado', forbidden: 'Sin autorización' },
  de: { notFound: 'Nicht gefunden', unauthorized: 'Nicht angemeldet', forbidden: 'Keine Berechtigung' },
}

const CONDITIONS = {
  pl: {
    structure: 'Oczekiwano grupy',
    rule: 'Reguła 2: Operator musi być jednym z',
    empty: 'Grupa wymaga co najmniej jednej reguły',
    field: 'Pole musi zaczynać się literą',
  },
  es: {
    structure: 'Se espera un grupo',
    rule: 'Regla 2: El operador debe ser uno de',
    empty: 'Un grupo necesita al menos una regla',
    field: 'El campo debe empezar por una letra',
  },
  de: {
    structure: 'Erwartet wird eine Gruppe',
    rule: 'Regel 2: Der Operator muss einer von diesen sein',
    empty: 'Eine Gruppe braucht mindestens eine Regel',
    field: 'Das Feld muss mit einem Buchstaben',
  },
}

const gated = {
  '/business_rules/rules': 'business_rules.view',
  '/business_rules/sets': 'business_rules.view',
  '/business_rules/logs': 'business_rules.view_logs',
  '/api_keys/keys': 'api_keys.view',
  '/dashboards/widgets/catalog': 'dashboards.admin.assign-widgets',
  '/dashboards/roles/widgets': 'dashboards.admin.assign-widgets',
}

export const languages = group(
  'Languages',
  { scenario: async () => ({}) },
  {
    'Locale: the gate of rules, keys and dashboards': ({ anonymous, employee }) =>
      Object.entries(GATE).flatMap(([locale, { unauthorized, forbidden, notFound }]) => {
        const reading = { 'accept-language': locale }
        return Object.entries(gated).flatMap(([path, feature]) => [
          says(`${path}: 401 in ${locale}`, anonymous.with(reading).get(path), 401, unauthorized),
          says(
            `${path}: 403 in ${locale}`,
            employee.with(reading).get(path),
            403,
            exactly({ error: forbidden, requiredFeatures: [feature] }),
          ),
          says(`${path}: a wrong method in ${locale}`, employee.with(reading).send('PATCH', path), 404, notFound),
        ])
      }),

    'Locale: what is wrong with a condition': ({ admin }) =>
      Object.entries(CONDITIONS).flatMap(([locale, texts]) => {
        const create = (conditionExpression: unknown) =>
          admin.with({ cookie: `locale=${locale}` }).post('/business_rules/rules', {
            ruleId: 'R',
            ruleName: 'Rule',
            ruleType: 'GUARD',
            entityType: 'order',
            conditionExpression,
          })
        const good = { field: 'a', operator: '=', value: 1 }
        const refusalWith = (text: string) =>
          new RegExp(`^Validation failed: conditionExpression: Invalid condition expression: ${text}`)
        return [
          says(`its structure in ${locale}`, create({ a: 1 }), 400, refusalWith(texts.structure)),
          says(
            `the number of the rule in ${locale}`,
            create({ operator: 'AND', rules: [good, { ...good, operator: 'LIKE' }] }),
            400,
            refusalWith(texts.rule),
          ),
          says(`an empty group in ${locale}`, create({ operator: 'AND', rules: [] }), 400, refusalWith(texts.empty)),
          says(`a field in ${locale}`, create({ ...good, field: '1' }), 400, refusalWith(texts.field)),
          says(
            `limits are told as decided in ${locale} (decision: Limits of conditions)`,
            create({ operator: 'AND', rules: Array.from({ length: 51 }, () => good) }),
            400,
            refusalWith('Condition expression exceeds safety limits'),
          ),
        ]
      }),
  },
)
