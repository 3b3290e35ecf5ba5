import { describe, expect, test } from 'vitest'
import { dropDraft, findDraft, restoreDraft, storeFormDraft } from './draft.ts'

function createMemoryStorage(full = false): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const entries = new Map<string, string>()
  return {
    getItem: (key) => entries.get(key) ?? null,
    removeItem: (key) => {
      entries.delete(key)
    },
    setItem: (key, value) => {
      if (full) throw new DOMException('full', 'QuotaExceededError')
      entries.set(key, value)
    },
  }
}

const savedAt = '2026-11-21T10:00:00.000Z'
const base = { description: 'old', comments: 'old', version: 1 }
const draft = { at: savedAt, base, values: { ...base, description: 'typed' } }

describe('a draft on this computer', () => {
  test('is found under its key until it is dropped', () => {
    const storage = createMemoryStorage()
    expect(storeFormDraft(storage, '7/Request/100', draft)).toBe(true)
    expect(findDraft(storage, '7/Request/100', new Date(savedAt))).toEqual(draft)
    expect(findDraft(storage, '8/Request/100', new Date(savedAt))).toBeNull()
    dropDraft(storage, '7/Request/100')
    expect(findDraft(storage, '7/Request/100', new Date(savedAt))).toBeNull()
  })

  test('is not offered after two weeks', () => {
    const storage = createMemoryStorage()
    storeFormDraft(storage, 'k', draft)
    expect(findDraft(storage, 'k', new Date('2026-12-05T09:59:00Z'))).not.toBeNull()
    expect(findDraft(storage, 'k', new Date('2026-12-05T10:01:00Z'))).toBeNull()
  })

  test('a full storage and unreadable entries are ignored', () => {
    expect(storeFormDraft(createMemoryStorage(true), 'k', draft)).toBe(false)
    const storage = createMemoryStorage()
    for (const junk of ['{', 'null', '{"at":"x","values":{}}']) {
      storage.setItem('k', junk)
      expect(findDraft(storage, 'k')).toBeNull()
    }
  })

  test('files are not stored', () => {
    const storage = createMemoryStorage()
    storeFormDraft(storage, 'k', { ...draft, values: { file: new Blob(['x']), name: 'a' } })
    expect(findDraft(storage, 'k', new Date(savedAt))?.values).toEqual({ name: 'a' })
  })
})

describe('restoring', () => {
  test('applies only the typed changes to the values of the server', () => {
    const now = { description: 'old', comments: 'by another', version: 2 }
    expect(restoreDraft(draft, now)).toEqual({ description: 'typed', comments: 'by another', version: 2 })
  })

  test('is not offered if the server already has all changes', () => {
    expect(restoreDraft(draft, { ...draft.values, version: 2 })).toBeNull()
    expect(restoreDraft({ ...draft, values: base }, base)).toBeNull()
  })
})
