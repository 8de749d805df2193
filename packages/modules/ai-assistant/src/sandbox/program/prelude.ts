/**
 * The code evaluated before any other: the bridge, the log and the serializer of results. It captures the intrinsics it needs
 * before other code can modify them. A modification could only spoil the result of the code that made it, since everything that
 * leaves the engine is checked again outside.
 */
export const PRELUDE = String.raw`(door, limits) => {
  'use strict'
  const { apply, ownKeys, getOwnPropertyDescriptor } = Reflect
  const { parse, stringify } = JSON
  const { isArray } = Array
  const { freeze, defineProperty } = Object
  const Text = String
  const Failure = Error
  const Type = TypeError
  const Later = Promise
  const then = Promise.prototype.then
  const slice = String.prototype.slice
  const cut = (text, length) => apply(slice, text, [0, length])
  const waiting = { __proto__: null }
  let logged = 0

  /** Writes JSON until there is enough of it; what is left is never looked at. */
  const write = (value, limit) => {
    let text = ''
    let isFull = false
    const add = (piece) => {
      const room = limit - text.length
      if (piece.length <= room) text += piece
      else {
        text += cut(piece, room)
        isFull = true
      }
    }
    const quote = (string) => add(stringify(string.length > limit ? cut(string, limit) : string))
    const putObject = (object, depth) => {
      add('{')
      let isFirst = true
      const keys = ownKeys(object)
      for (let index = 0; index < keys.length && !isFull; index++) {
        const key = keys[index]
        if (typeof key !== 'string') continue
        const own = getOwnPropertyDescriptor(object, key)
        if (!own || !own.enumerable) continue
        const member = object[key]
        if (member === undefined || typeof member === 'function' || typeof member === 'symbol') continue
        if (!isFirst) add(',')
        isFirst = false
        quote(key)
        add(':')
        put(member, depth + 1, key)
      }
      add('}')
    }
    const putArray = (array, depth) => {
      add('[')
      for (let index = 0; index < array.length && !isFull; index++) {
        if (index > 0) add(',')
        put(array[index], depth + 1, index)
      }
      add(']')
    }
    const put = (given, depth, key) => {
      let value = given
      if (typeof value === 'object' && value !== null && typeof value.toJSON === 'function') value = value.toJSON(Text(key))
      if (typeof value === 'string') quote(value)
      else if (typeof value === 'bigint') quote(Text(value))
      else if (typeof value === 'number' || typeof value === 'boolean') add(stringify(value))
      else if (typeof value !== 'object' || value === null) add('null')
      else if (depth > 50) quote('[deeper than 50 levels]')
      else if (isArray(value)) putArray(value, depth)
      else putObject(value, depth)
    }
    if (typeof value === 'string') add(value)
    else put(value, 0, '')
    return { text, isFull }
  }

  const describe = (error) => {
    try {
      if (error === null) return 'null, as when there is no memory left for an error'
      if (typeof error !== 'object') return cut(write(error, 2000).text, 2000)
      const message = Text(error.message)
      const name = Text(error.name)
      return cut(name === 'undefined' ? message : name + ': ' + message, 2000)
    } catch {
      return 'The code failed, and its error could not be described'
    }
  }

  const log = (...values) => {
    if (logged >= limits.logLines) return
    logged++
    let line = ''
    for (let index = 0; index < values.length && line.length < limits.logLength; index++) {
      const value = values[index]
      const room = limits.logLength - line.length
      line += (index > 0 ? ' ' : '') + (value instanceof Failure ? describe(value) : write(value, room).text)
    }
    door.log(stringify(cut(line, limits.logLength)))
  }

  const request = (options) => new Later((resolve, reject) => {
    if (typeof options !== 'object' || options === null) throw new Type('api.request needs { method, path, query, body }')
    const { method, path, query, body } = options
    const call = door.call(stringify({ method, path, query, body }))
    waiting[call] = { __proto__: null, resolve, reject }
  })

  const show = (name, value) => defineProperty(globalThis, name, { value, enumerable: true })
  show('console', freeze({ log, info: log, warn: log, error: log, debug: log }))
  if (door.call) show('api', freeze({ request }))

  const end = (isRight, text) => door.end(isRight, stringify(text))
  const succeed = (value) => {
    const { text, isFull } = write(value, limits.resultLength)
    const note = '\n[cut at ' + limits.resultLength + ' characters]'
    end(true, isFull ? cut(text, limits.resultLength - note.length) + note : text)
  }
  const fail = (error) => {
    try {
      end(false, describe(error))
    } catch {
      door.end(false, '"InternalError: out of memory"')
    }
  }

  return freeze({
    fail,
    share(text) {
      const values = parse(text)
      const names = ownKeys(values)
      for (let index = 0; index < names.length; index++) show(names[index], values[names[index]])
    },
    start(code) {
      if (typeof code !== 'function') return fail(new Type('The code has to be one function: async () => { ... }'))
      const run = async () => code()
      apply(then, apply(then, run(), [succeed]), [undefined, fail])
    },
    answer(call, isRight, text) {
      const { resolve, reject } = waiting[call]
      delete waiting[call]
      if (isRight) resolve(parse(text))
      else reject(new Failure(parse(text)))
    },
  })
}`
