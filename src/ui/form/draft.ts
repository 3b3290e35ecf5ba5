import type { z } from 'zod'
import { DRAFT_LIFE } from '#kernel/web/draftStorage.ts'
import { type Conflict, changesBetween, merge } from './merge.ts'
import { getFieldConflicts } from './sessionWords.ts'

/** Typed changes that are not yet saved, as stored on this computer. */
export interface Draft {
  /** When it was last changed, ISO 8601. */
  at: string
  /** The values as loaded from the server when typing began. */
  base: unknown
  values: unknown
}

/** The storage of drafts: `draftStorage`, which encrypts them for their writer. */
type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Omits files, which cannot be stored. */
const withoutFiles = (_name: string, value: unknown) => (value instanceof Blob ? undefined : value)

/** Stores a draft under a key. Returns false if the browser refuses (storage full or forbidden). */
export function storeFormDraft(storage: DraftStorage, key: string, draft: Draft): boolean {
  try {
    storage.setItem(key, JSON.stringify(draft, withoutFiles))
    return true
  } catch {
    return false
  }
}

/** Deletes the draft under a key. */
export function dropDraft(storage: DraftStorage, key: string): void {
  storage.removeItem(key)
}

/** Returns the draft under a key; null if there is none, or it is unreadable or older than two weeks. */
export function findDraft(storage: DraftStorage, key: string, now: Date = new Date()): Draft | null {
  const text = storage.getItem(key)
  const draft = text === null ? null : readDraft(text)
  if (!draft || now.getTime() - Date.parse(draft.at) > DRAFT_LIFE) return null
  return draft
}

function readDraft(text: string): Draft | null {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null || !('at' in read) || !('values' in read)) return null
    if (typeof read.at !== 'string' || Number.isNaN(Date.parse(read.at))) return null
    return { at: read.at, values: read.values, base: 'base' in read ? read.base : undefined }
  } catch {
    return null
  }
}

/**
 * Returns the result of restoring a draft: the present values with the changes of the draft. Changes that
 * others saved since then are not overwritten. Null if the present values already have all changes.
 */
export function restoreDraft(draft: Draft, present: unknown, schema?: z.core.$ZodType): unknown {
  const now = asStored(present)
  const values = merge(draft.base, draft.values, now, schema)
  return changesBetween(now, values, schema).length === 0 ? null : values
}

/** Returns the fields that the draft changed and that another user has since changed in a different way. */
export const getRestoreConflicts = (draft: Draft, present: unknown, schema?: z.core.$ZodType): Conflict[] =>
  getFieldConflicts(draft.base, draft.values, asStored(present), schema)

// Converts values through JSON like the draft, because a missing and an undefined value are the same there.
const asStored = (values: unknown): unknown => JSON.parse(JSON.stringify(values, withoutFiles))
