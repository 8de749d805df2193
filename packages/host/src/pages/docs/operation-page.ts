import { html, type Html } from '@plinth/core/http'
import { type AnswerOf, type ApiDocument, nameIn, type Operation, type Parameter } from './api-document.ts'
import type { DocsPage } from './layout.ts'
import { methodMark, operationHref, pathMark } from './listing.ts'
import { renderMarkdown } from './markdown.ts'
import { toCurl } from './sample.ts'
import { SchemaLists, typeOf } from './schema-list.ts'
import type { Texts } from './texts.ts'
import { tryForm } from './try-form.ts'

interface Shown {
  readonly document: ApiDocument
  readonly texts: Texts
}

/** The page of an operation: what it takes and answers, an example, and a form that tries it if a host answers beside the page. */
export function operationPage(
  operation: Operation,
  { document, texts, isLive }: Shown & { readonly isLive: boolean },
): DocsPage {
  const { summary, description, parameters, body = [], responses } = operation
  const lists = new SchemaLists({ schemas: document.schemas, texts })
  const sections = [
    ...(parameters.length > 0
      ? [
          section(
            'parameters',
            texts.parameters,
            html`<ul class="members">
              ${parameters.map((one) => parameterRow(one, { lists, texts }))}
            </ul>`,
          ),
        ]
      : []),
    ...(body.length > 0 ? [section('body', texts.body, contents(body, lists))] : []),
    section('responses', texts.responses, html`${responses.map((one) => answer(one, { lists, texts }))}`),
    section('example', texts.example, example(operation, { document, texts })),
    ...(isLive ? [section('try', texts.tryIt, tryForm(operation, { document, texts }))] : []),
  ]
  const main = html`<p class="crumbs"><a href="/docs">${texts.title}</a> / ${operation.tag}</p>
    <h1>${summary || html`${operation.method} ${operation.path}`}</h1>
    <p class="endpoint">${methodMark(operation)}<code class="path">${pathMark(operation)}</code></p>
    <div class="prose">${renderMarkdown(description)}</div>
    ${sections.map(({ markup }) => markup)}`
  const siblings = [...document.operations.values()].filter(({ tag }) => tag === operation.tag)
  return {
    title: summary || operation.id,
    main,
    aside: html`<nav aria-label="${texts.contents}">
        <h2>${texts.contents}</h2>
        <ul>
          ${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li> `)}
        </ul>
      </nav>
      <nav aria-label="${operation.tag}">
        <h2>${operation.tag}</h2>
        <ul>
          ${siblings.map((one) => {
            const current = one.id === operation.id && html` aria-current="page"`
            return html`<li><a href="${operationHref(one)}" ${current}>${one.summary || one.id}</a></li> `
          })}
        </ul>
      </nav>`,
  }
}

/** The page of a named schema. */
export function schemaPage(name: string, { document, texts }: Shown): DocsPage | undefined {
  const schema = document.schemas.get(name)
  if (!schema) return undefined
  const lists = new SchemaLists({ schemas: document.schemas, texts })
  const main = html`<p class="crumbs"><a href="/docs">${texts.title}</a> / ${texts.schema}</p>
    <h1>${name}</h1>
    ${lists.show(schema)}`
  return { title: name, main }
}

const section = (id: string, title: string, content: Html) => ({
  id: `docs-${id}`,
  title,
  markup: html`<section aria-labelledby="docs-${id}">
    <h2 id="docs-${id}">${title}</h2>
    ${content}
  </section>`,
})

interface Lists {
  readonly lists: SchemaLists
  readonly texts: Texts
}

const parameterRow = ({ name, in: place, required, description, schema = {} }: Parameter, { lists, texts }: Lists) =>
  html`<li>
    <p class="facts">
      <code class="name">${name}</code> <span class="type">${typeOf(schema)} · ${place}</span>
      ${required && html`<span class="required">${texts.required}</span>`}
    </p>
    ${lists.facts(schema, description ?? schema['description'])}
  </li> `

const contents = (content: AnswerOf['content'], lists: SchemaLists): Html => {
  // A form that may be sent in two ways has one schema.
  const kinds = [...Map.groupBy(content, ([, schema]) => nameIn(schema) ?? schema).values()]
  return html`${kinds.map(
    (all) =>
      html`<p class="limits">${all.map(([type]) => html`<code>${type}</code> `)}</p>
        ${lists.show(all[0]![1])}`,
  )}`
}

function answer({ status, description, headers, content }: AnswerOf, { lists, texts }: Lists): Html {
  const isGood = status.startsWith('2')
  const title = html`<b class="status ${isGood ? 'good' : 'other'}">${status}</b> ${description}`
  if (headers.length === 0 && content.length === 0) return html`<p class="answer">${title}</p>`
  const open = isGood && html` open`
  return html`<details class="answer" ${open}>
    <summary>${title}</summary>
    ${
      headers.length > 0 &&
      html`<h3>${texts.headers}</h3>
        <ul class="members">
          ${headers.map(
            ([name, { schema, description: means }]) =>
              html`<li>
                <p class="facts">
                  <code class="name">${name}</code>
                  <span class="type">${typeOf((schema ?? {}) as AnswerOf['content'][number][1])}</span>
                </p>
                ${lists.facts({}, means)}
              </li> `,
          )}
        </ul>`
    }
    ${contents(content, lists)}
  </details>`
}

const example = (operation: Operation, { document, texts }: Shown): Html =>
  html`<div class="example">
    <pre tabindex="0"><code id="docs-curl">${toCurl(operation, document)}</code></pre>
    <button type="button" class="quiet" data-copy="docs-curl" data-copied="${texts.copied}" hidden>
      ${texts.copy}
    </button>
  </div>`
