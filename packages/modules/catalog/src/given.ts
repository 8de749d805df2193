type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** The members that were given: absent ones keep their value (decision 6). */
export function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>
}
