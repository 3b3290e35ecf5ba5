import { beforeEach, describe, expect, test } from 'vitest'
import { importKey } from './deviceKey.ts'
import { DRAFT_LIFE, SealedStorage } from './sealedStorage.ts'

const secret = (byte: number): string => btoa(String.fromCharCode(...Array.from({ length: 32 }, () => byte)))
const input = JSON.stringify({ head: 'Sample Household', vawa: true })

/** What the browser keeps, for everybody at the computer to see. */
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

describe('TRUST-1.7: what is typed and not saved', () => {
  test('never stands on the computer in clear, and its writer reads it again after the next sign-in', async () => {
    const storage = await openStorage(5, secret(1))
    storage.setItem('5/Example/12', input)
    expect(storage.getItem('5/Example/12')).toBe(input)
    await storage.settled()
    const stands = [...memory.entries.values()].join()
    for (const word of ['Sample', 'Household', 'head', 'vawa', btoa(input).slice(4, 24)])
      expect(stands).not.toContain(word)
    storage.lock()
    expect(storage.getItem('5/Example/12')).toBeNull()
    expect((await openStorage(5, secret(1))).getItem('5/Example/12')).toBe(input)
  })

  test('is read by nobody else: not by the next person, not with another key, not under another name', async () => {
    const storage = await openStorage(5, secret(1))
    storage.setItem('a', input)
    await storage.settled()
    expect((await openStorage(6, secret(2))).getItem('a')).toBeNull()
    memory.setItem('rooftree-sealed:6:a', memory.getItem('rooftree-sealed:5:a')!)
    expect((await openStorage(6, secret(1))).getItem('a')).toBeNull()
    expect((await openStorage(5, secret(2))).getItem('a')).toBeNull()
  })

  test('is gone after 14 days, whoever signs in; so is what earlier versions kept in clear', async () => {
    const storage = await openStorage(5, secret(1))
    storage.setItem('old', input)
    await storage.settled()
    memory.setItem('rooftree-draft:5/x', input)
    memory.setItem('another application', 'x')
    now += DRAFT_LIFE + 1
    await openStorage(6, secret(2))
    expect([...memory.entries.keys()]).toEqual(['another application'])
  })

  test('the last of quick changes stands, and what was dropped stays away', async () => {
    const storage = await openStorage(5, secret(1))
    for (let count = 0; count < 50; count += 1) storage.setItem('a', `${input.repeat(50 - count)} ${count}`)
    storage.setItem('b', input)
    storage.removeItem('b')
    await storage.settled()
    const again = await openStorage(5, secret(1))
    expect(again.getItem('a')).toBe(`${input} 49`)
    expect(again.getItem('b')).toBeNull()
  })

  test('without a key nothing is written', async () => {
    const storage = await openStorage(5, undefined)
    storage.setItem('a', input)
    await storage.settled()
    expect(storage.getItem('a')).toBe(input)
    expect(memory.length).toBe(0)
  })
})
