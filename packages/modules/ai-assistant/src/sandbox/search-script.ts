/** Defines the functions on `spec` of the tool `search`, covering the operations the caller may use. */
export const SEARCH_SCRIPT = String.raw`(() => {
  'use strict'
  const MOST = 50
  const wordsOf = (text) => String(text).toLowerCase().split(/[^a-z0-9]+/).filter((word) => word !== '')
  const textOf = (path, method, { summary = '', description = '', operationId = '', tags = [] }) =>
    [method, path, summary, description, operationId, ...tags].join(' ').toLowerCase()
  const operations = () =>
    Object.entries(spec.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    )
  const nameOf = ({ name, title, id }) => String(name ?? title ?? id).toLowerCase()

  /** Operations that have all the words, 50 at most. */
  spec.findEndpoints = (text) => {
    const words = wordsOf(text)
    return operations()
      .filter(({ path, method, operation }) => words.every((word) => textOf(path, method, operation).includes(word)))
      .slice(0, MOST)
      .map(({ path, method, operation }) => ({ path, method, summary: operation.summary }))
  }

  /** An operation as the API document has it; all of a path without a method; null when there is none. */
  spec.describeEndpoint = (path, method) => {
    const methods = spec.paths[path] ?? spec.paths[String(path).replace(/^\/api(?=\/)/, '')]
    if (!methods || method === undefined) return methods ?? null
    const operation = methods[String(method).toLowerCase()]
    return operation ? { path, method: String(method).toUpperCase(), ...operation } : null
  }

  /** The schema of that name, else the first whose name has the words; null when there is none. */
  spec.describeEntity = (name) => {
    const wanted = String(name).toLowerCase()
    const words = wordsOf(name)
    return (
      spec.entitySchemas.find((schema) => nameOf(schema) === wanted) ??
      spec.entitySchemas.find((schema) => words.every((word) => nameOf(schema).includes(word))) ??
      null
    )
  }
})()`
