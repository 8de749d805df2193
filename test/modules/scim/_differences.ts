import type { World } from './_answers.ts'
import { chosen, type Filter, matches, type Operation } from './_judge.ts'
import type { Sample } from './_samples.ts'
import { ENTERPRISE, type Json } from './_walk.ts'

/** What scimmy 1.3.5 does otherwise, and which sentence says that the judge, and we, are right. */
export interface Difference {
  readonly title: string
  readonly says: string
  /** Whether the row is about this request, as the resource and all others are. */
  readonly explains: (sample: Sample, before: Json, world: World) => boolean
}

const partsOf = (filter: Filter): readonly Filter[] => {
  if (filter.is === 'not') return [filter, ...partsOf(filter.of)]
  return 'of' in filter ? [filter, ...filter.of.flatMap(partsOf)] : [filter]
}

const filterOf = (sample: Sample) => (sample.kind === 'list' && sample.filter ? partsOf(sample.filter) : [])

const operationsOf = (sample: Sample): readonly Operation[] => (sample.kind === 'patch' ? sample.operations : [])

const written = (sample: Sample) =>
  sample.kind === 'patch'
    ? (sample.body['Operations'] as { readonly path?: string }[]).map(({ path }) => path ?? '')
    : []

const valuesOf = (state: Json, name: string) => (state[name] ?? []) as readonly Json[]

export const DIFFERENCES: readonly Difference[] = [
  {
    title: 'somebody without addresses is found by that of the account',
    says: 'more than RFC 7644, section 3.4.2.2, asks: providers look for addresses of people whom they sent without any',
    explains: (sample, _before, { people }) =>
      filterOf(sample).some((part) => 'attribute' in part && part.attribute.name === 'emails') &&
      people.some(({ state }) => state['emails'] === undefined),
  },
  {
    title: 'a new user without `active` is active',
    says: 'RFC 7644, section 3.5.1: the service provider MAY assign a default value; scimmy has none',
    explains: (sample) => (sample.kind === 'create' || sample.kind === 'put') && !('active' in sample.body),
  },
  {
    title: 'names of attributes are case-insensitive in paths',
    says: 'RFC 7643, section 2.1: attribute names are case insensitive',
    explains: (sample) => written(sample).some((path) => /[A-Z]{3}/.test(path.replaceAll(/"[^"]*"/g, ''))),
  },
  {
    title: 'texts are compared without regard to case',
    says: 'RFC 7643, section 2.2: caseExact is false unless a schema says otherwise',
    explains: (sample, _before, { people }) =>
      filterOf(sample).some((part) => people.some(({ state }) => matches(state, part) !== matches(state, part, true))),
  },
  {
    title: 'value paths compare without regard to case',
    says: 'RFC 7643, section 2.2',
    explains: (sample, before) =>
      operationsOf(sample).some(
        ({ attribute, where }) =>
          where &&
          (where.some(({ to }) => to.toLowerCase() !== to) ||
            valuesOf(before, attribute!.name).some((one) => chosen(one, where) !== chosen(one, where, true))),
      ),
  },
  {
    title: '`not` negates all of what follows in parentheses',
    says: 'RFC 7644, section 3.4.2.2: "not" functions on the grouped expression',
    explains: (sample) => filterOf(sample).some(({ is }) => is === 'not'),
  },
  {
    title: 'replacing several values without a path replaces them',
    says: 'RFC 7644, section 3.5.2.3: the value contains attributes that are to be replaced',
    explains: (sample) =>
      operationsOf(sample).some(({ op, attribute, value }) => op === 'replace' && !attribute && hasList(value as Json)),
  },
  {
    title: 'sub-attributes that a replacement leaves out stay',
    says: 'RFC 7644, section 3.5.2.3: sub-attributes that are not specified SHALL be left unchanged',
    explains: (sample) =>
      operationsOf(sample).some(
        ({ op, attribute, sub, value }) =>
          op === 'replace' &&
          sub === undefined &&
          (attribute ? attribute.kind === 'complex' : 'name' in (value as Json)),
      ),
  },
  {
    title: 'a replacement where the filter chooses nothing has no target',
    says: 'RFC 7644, section 3.5.2.3: no record match SHALL be a 400 with noTarget',
    explains: (sample) =>
      operationsOf(sample).some(({ op, where, sub }) => op === 'replace' && where && sub === undefined),
  },
  {
    title: 'adding, or setting a part, where the filter chooses nothing makes the value',
    says: 'RFC 7644 says nothing of "add" and noTarget of "replace"; Entra needs both to make the value, which is what we do',
    explains: (sample) => operationsOf(sample).some(({ op, where }) => op !== 'remove' && where),
  },
  {
    title: 'attributes of several values can be compared as a whole',
    says: 'RFC 7644, section 3.4.2.2: the example emails co "example.com"',
    explains: (sample) =>
      filterOf(sample).some(
        (part) =>
          'attribute' in part && part.is !== 'values' && part.attribute.kind === 'list' && part.sub === undefined,
      ),
  },
  {
    title: 'a member who is there already is not added again',
    says: 'RFC 7644, section 3.5.2.1: if the value already exists, no changes SHOULD be made',
    explains: (sample) => sample.kind === 'members' && sample.changes.some(({ op }) => op === 'add'),
  },
  {
    title: 'lists are sorted by attributes of extensions',
    says: 'RFC 7644, section 3.10',
    explains: (sample) => sample.kind === 'list' && sample.sortBy?.attribute.extension === true,
  },
  {
    title: 'resources without an attribute are not chosen by its sub-attributes, and refuse nothing',
    says: 'RFC 7644, section 3.4.2.2: "pr" is false where there is no value',
    explains: (sample, _before, { people }) =>
      filterOf(sample).some(
        (part) =>
          'attribute' in part &&
          (part.is === 'values' || part.sub !== undefined) &&
          people.some(({ state }) => state[part.attribute.name] === undefined),
      ),
  },
  {
    title: 'filters name attributes of extensions by their urn',
    says: 'RFC 7644, section 3.10',
    explains: (sample) => filterOf(sample).some((part) => 'attribute' in part && part.attribute.extension === true),
  },
  {
    title: 'a new primary value makes the former one no longer primary',
    says: 'RFC 7644, section 3.5.2: the server SHALL set the value of the existing attribute to false',
    explains: (sample) =>
      operationsOf(sample).some(
        ({ op, attribute, value }) =>
          op === 'add' && (attribute ? attribute.name === 'emails' : 'emails' in (value as Json)),
      ),
  },
  {
    title: 'attributes are chosen of extensions, and of several values beside an extension',
    says: 'RFC 7644, section 3.10',
    explains: (sample, before) =>
      sample.kind === 'read' &&
      (ENTERPRISE in before || Object.values(sample.query).some((list) => list.includes('urn:'))),
  },
]

const hasList = (value: Json) => ['emails', 'phoneNumbers', 'addresses'].some((name) => name in value)
