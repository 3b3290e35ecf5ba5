/** The key of a row; null, undefined and 0 mean that it is not stored yet. */
export type RowKey = string | number | null | undefined

/**
 * Compares stored rows with target rows, and returns which to create, which to update (as in the target)
 * and which to delete (as stored). Of several target rows with one key the last counts; rows without a key
 * are all new. A target key that is not stored is created, so do not copy it if the database assigns ids.
 * REC-01.
 */
export function reconcile<Stored, Wanted>(
  storedRows: Iterable<Stored>,
  targetRows: Iterable<Wanted>,
  getKey: (row: Stored | Wanted) => RowKey,
): { create: Wanted[]; update: Wanted[]; delete: Stored[] } {
  const storedByKey = new Map(Array.from(storedRows, (row) => [getKey(row), row]))
  const targetByKey = new Map<RowKey, Wanted>()
  const create: Wanted[] = []
  for (const row of targetRows) {
    const key = getKey(row)
    if (key) targetByKey.set(key, row)
    else create.push(row)
  }
  const update: Wanted[] = []
  for (const [key, row] of targetByKey) (storedByKey.has(key) ? update : create).push(row)
  return {
    create,
    update,
    delete: [...storedByKey].filter(([key]) => !targetByKey.has(key)).map(([, row]) => row),
  }
}
