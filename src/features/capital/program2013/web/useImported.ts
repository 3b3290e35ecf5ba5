import { useState } from 'react'
import type { ImportRow } from '../model/importing.ts'

/** A parsed file with its corrections. `left` are the headings that name no field. */
export type ImportedFile = { fileName: string; rows: readonly ImportRow[]; left: readonly string[] }

const STORAGE_KEY = 'rooftree import of 2013 records'

function readStoredImport(): ImportedFile | null {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as ImportedFile | null
  } catch {
    return null
  }
}

/**
 * Returns the imported file and a setter. The file is stored in this browser tab, so that leaving the screen
 * loses no correction.
 */
export function useImported() {
  const [imported, set] = useState(readStoredImport)
  const setImported = (next: ImportedFile | null) => {
    set(next)
    try {
      if (next) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(next))
      else sessionStorage.removeItem(STORAGE_KEY)
    } catch {
      // Without storage the corrections are lost only when the person leaves the screen.
    }
  }
  return { imported, setImported }
}
