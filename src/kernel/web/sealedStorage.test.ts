import { beforeEach, describe, expect, test } from 'vitest'
import { importKey } from './deviceKey.ts'
import { DRAFT_LIFE, SealedStorage } from './sealedStorage.ts'

const secret = (byte: number): string => btoa(String.fromCharCode(...Array.from({ length: 32 }, () => byte)))
const input = JSON.stringify({ head: 'Sample Household', vawa: true })

/** A storage of the browser in memory, which everyone at the computer could read. */
class MemoryStorage {
  readonly entries = new Map<string, string>()
  get length() {
    return this.entries.size
  }
  key = (index: number) => [...this.entries.keys()][index] ?? null
  getItem = (name: string) => this.entries.get(name) ?? null
  removeItem = (name: string) => void this.entries.delete(name)
  setItem = (name: string, text: string) => void this.entries.set(name, text)
}

let memory: MemoryStorage
let now: number
const openStorage = async (owner: number, key: string | undefined) => {
  const storage = new SealedStorage(memory, () => now)
  await storage.open(owner, key === undefined ? null : await importKey(key))
  return storage
}
beforeEach(() => {
  memory = new MemoryStorage()
  now = Date.parse('2026-03-01T12:00:00Z')
})

describe('TRUST-1.7: an unsaved draft', () => {
  test('is never stored unencrypted, and its writer can read it after the next sign-in', async () => {
    const storage = await openStorage(5, secret(1))
    storage.setItem('5/Example/12', input)
    expect(storage.getItem('5/Example/12')).toBe(input)
    await storage.settled()
    const storedText = [...memory.entries.values()].join()
    for (const word of ['Sample', 'Household', 'head', 'vawa', btoa(input).slice(4, 24)])
      expect(storedText).not.toContain(word)
    storage.lock()
    expect(storage.getItem('5/Example/12')).toBeNull()
    expect((await openStorage(5, secret(1))).getItem('5/Example/12')).toBe(input)
  })

  test('cannot be read by another person, with another key, or under another name', async () => {
    const storage = await openStorage(5, secret(1))
    storage.setItem('a', input)
    await storage.settled()
    expect((await openStorage(6, secret(2))).getItem('a')).toBeNull()
    memory.setItem('rooftree-sealed:6:a', memory.getItem('rooftree-sealed:5:a')!)
    expect((await openStorage(6, secret(1))).getItem('a')).toBeNull()
    expect((await openStorage(5, secret(2))).getItem('a')).toBeNull()
  })

  test('is removed after 14 days whoever signs in, and so are unencrypted drafts of earlier versions', async () => {
    const storage = await openStorage(5, secret(1))
    storage.setItem('old', input)
    await storage.settled()
    memory.setItem('rooftree-draft:5/x', input)
    memory.setItem('another application', 'x')
    now += DRAFT_LIFE + 1
    await openStorage(6, secret(2))
    expect([...memory.entries.keys()]).toEqual(['another application'])
  })

  test('has the last of several quick changes, and a removed draft does not come back', async () => {
    const storage = await openStorage(5, secret(1))
    for (let count = 0; count < 50; count += 1) storage.setItem('a', `${input.repeat(50 - count)} ${count}`)
    storage.setItem('b', input)
    storage.removeItem('b')
    await storage.settled()
    const again = await openStorage(5, secret(1))
    expect(again.getItem('a')).toBe(`${input} 49`)
    expect(again.getItem('b')).toBeNull()
  })

  test('is not written to the storage without a key', async () => {
    const storage = await openStorage(5, undefined)
    storage.setItem('a', input)
    await storage.settled()
    expect(storage.getItem('a')).toBe(input)
    expect(memory.length).toBe(0)
  })
})
