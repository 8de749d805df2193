import { html, type Html } from '@plinth/core/http'
import type { ApiDocument, Json, Operation } from './api-document.ts'
import { fieldsOf, sampleOf, sentContent } from './sample.ts'
import type { Texts } from './texts.ts'

interface Shown {
  readonly document: ApiDocument
  readonly texts: Texts
}

/** The form that sends a request to an operation. The script shows it and reads what `data-` attributes say. */
export function tryForm(operation: Operation, { document, texts }: Shown): Html {
  const { method, path, parameters } = operation
  const base = new URL(document.server, 'http://host').pathname.replace(/\/$/, '')
  return html`<noscript><p class="limits">${texts.needsScript}</p></noscript>
    <form
      class="try"
      hidden
      data-method="${method}"
      data-path="${base}${path}"
      data-sending="${texts.sending}"
      data-failed="${texts.failed}"
      data-cut="${texts.cut}"
    >
      ${parameters.map(({ name, in: place, required, schema = {} }) =>
        field({ name, place, of: schema, required: required === true && place !== 'query' }),
      )}
      ${bodyOf(operation, { document, texts })}
      <div class="field token">
        <label for="docs-token">${texts.token}</label>
        <input
          id="docs-token"
          type="password"
          autocomplete="off"
          spellcheck="false"
          aria-describedby="docs-token-hint"
          data-token
        />
        <p class="limits" id="docs-token-hint">${texts.tokenHint}</p>
      </div>
      <div class="buttons">
        <button>${texts.send}</button>
        <button type="button" class="quiet" data-stop hidden>${texts.stop}</button>
      </div>
      <p role="status" data-outcome></p>
      <details data-headers hidden>
        <summary>${texts.headers}</summary>
        <pre tabindex="0"></pre>
      </details>
      <pre tabindex="0" data-answer hidden></pre>
    </form>`
}

function bodyOf({ method, body, parameters }: Operation, { document: { schemas }, texts }: Shown): Html | undefined {
  const sent = sentContent(body)
  if (!sent) return undefined
  const [type, schema] = sent
  const isForm = type === 'multipart/form-data' || type === 'application/x-www-form-urlencoded'
  if (isForm)
    return html`<fieldset data-body="${type}">
      <legend>${texts.body}</legend>
      ${fieldsOf(schema, schemas).map(({ name, of, required, isFile }) =>
        field({ name, place: 'body', of, required, isFile }),
      )}
    </fieldset>`
  if (type !== 'application/json')
    return html`<div class="field" data-body="${type}">
      <label for="docs-body-file">${texts.file}</label>
      <input id="docs-body-file" type="file" />
    </div>`
  // DELETE takes the same in the query.
  const isOptional = method === 'DELETE' && parameters.some(({ in: place }) => place === 'query')
  const sample = isOptional ? '' : JSON.stringify(sampleOf(schema, schemas), null, 2)
  const rows = Math.min(Math.max(sample.split('\n').length + 1, 3), 20)
  return html`<div class="field" data-body="${type}">
    <label for="docs-body-text">${texts.body}</label>
    <textarea id="docs-body-text" rows="${rows}" spellcheck="false">${sample}</textarea>
  </div>`
}

interface FieldOptions {
  readonly name: string
  readonly place: string
  readonly of: Json
  readonly required: boolean
  readonly isFile?: boolean
}

function field({ name, place, of, required, isFile = false }: FieldOptions): Html {
  const id = `docs-${place}-${name}`
  const needed = required && html` required`
  const choices = choicesOf(of)
  const attributes = html`id="${id}" data-in="${place}" data-name="${name}"${needed}`
  return html`<div class="field">
    <label for="${id}"><code>${name}</code> <span class="type">${place}</span></label>
    ${
      choices
        ? html`<select ${attributes}>
            <option value=""></option>
            ${choices.map((choice) => html`<option>${choice}</option> `)}
          </select>`
        : html`<input type="${isFile ? 'file' : 'text'}" autocomplete="off" spellcheck="false" ${attributes} />`
    }
  </div> `
}

/** The values of a parameter that takes only some. */
function choicesOf({ type, enum: values }: Json): readonly string[] | undefined {
  if (type === 'boolean') return ['true', 'false']
  return Array.isArray(values) && values.length <= 100 ? values.map(String) : undefined
}
