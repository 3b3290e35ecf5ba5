import { useState } from 'react'
import type { ImportRow } from '../model/importing.ts'

/** A parsed file with its corrections. */
export type Imported = { fileName: string; rows: readonly ImportRow[]; left: readonly string[] }

const PLACE = 'rooftree import of 2013 records'

function storedImport(): Imported | null {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE) ?? 'null') as Imported | null
  } catch {
    return null
  }
}

/** The rows that are being repaired: they stay in this tab when the screen is left and come back with it. */
export function useImported() {
  const [imported, set] = useState(storedImport)
  const setImported = (next: Imported | null) => {
    set(next)
    try {
      if (next) sessionStorage.setItem(PLACE, JSON.stringify(next))
      else sessionStorage.removeItem(PLACE)
    } catch {
      // A browser that keeps nothing loses the repairs on leaving, no more.
    }
  }
  return { imported, setImported }
}
