import { describe, expect, test } from 'vitest'
import { rowToReturnTo } from './returnToRow.ts'

const none = () => []

describe('the row one comes back from', () => {
  const rows = ['/request/1', '/request/2?open=history', undefined, '/request/4']

  test('is the one that leads to the screen seen last', () => {
    expect(rowToReturnTo(rows, ['/request/4', '/request/1'], none)).toBe(3)
    expect(rowToReturnTo(rows, ['/vendors', '/request/2'], none)).toBe(1)
  })

  test('is the next of the order where that row has left the list, else the one before it', () => {
    const order: Record<string, string[]> = {
      '/request/3': ['/request/4', '/request/2'],
      '/request/9': ['/request/8'],
    }
    expect(rowToReturnTo(rows, ['/request/3'], (path) => order[path] ?? [])).toBe(3)
    expect(rowToReturnTo(rows.slice(0, 2), ['/request/3'], (path) => order[path] ?? [])).toBe(1)
    expect(rowToReturnTo(rows, ['/request/9'], (path) => order[path] ?? [])).toBe(-1)
  })

  test('is none where one comes from elsewhere', () => {
    expect(rowToReturnTo(rows, [], none)).toBe(-1)
    expect(rowToReturnTo(rows, ['/Projects'], none)).toBe(-1)
  })
})
