/** The key that identifies stored rows; null, undefined and 0 mean not stored yet. */
export type RowKey = string | number | null | undefined

/**
 * Compares the rows that are stored with the rows that are wanted: which to create, which to update (as
 * wanted) and which to delete (as stored). A key wanted twice counts once, the last one; rows without a key
 * are all new. A wanted key that is not stored is to be created: where the database gives the ids, do not
 * take it over. REC-01.
 */
export function reconcile<Stored, Wanted>(
  iterable: Iterable<Stored>,
  targetRows: Iterable<Wanted>,
  getKey: (row: Stored | Wanted) => RowKey,
): { create: Wanted[]; update: Wanted[]; delete: Stored[] } {
  const storedByKey = new Map(Array.from(iterable, (row) => [getKey(row), row]))
  const wantedByKey = new Map<RowKey, Wanted>()
  const create: Wanted[] = []
  for (const row of targetRows) {
    const key = getKey(row)
    if (key) wantedByKey.set(key, row)
    else create.push(row)
  }
  const update: Wanted[] = []
  for (const [key, row] of wantedByKey) (storedByKey.has(key) ? update : create).push(row)
  return {
    create,
    update,
    delete: [...storedByKey].filter(([key]) => !wantedByKey.has(key)).map(([, row]) => row),
  }
}
