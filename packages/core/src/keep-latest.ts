/**
 * Computes something from a list, and again only if another list comes next. Processes compose the same modules several times: to
 * migrate and to serve, and tests once for each.
 */
export function keepLatest<Element, Result>(
  compute: (list: readonly Element[]) => Result,
): (list: readonly Element[]) => Result {
  let latest: { readonly list: readonly Element[]; readonly result: Result } | undefined
  return (list) => {
    const isSame = latest?.list.length === list.length && latest.list.every((element, place) => element === list[place])
    if (!latest || !isSame) latest = { list: [...list], result: compute(list) }
    return latest.result
  }
}
