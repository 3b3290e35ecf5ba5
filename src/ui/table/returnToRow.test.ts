import { describe, expect, test } from 'vitest'
import { rowToReturnTo } from './returnToRow.ts'

const getNoNeighbors = () => []

describe('the row to which the focus returns', () => {
  const rows = ['/request/1', '/request/2?open=history', undefined, '/request/4']

  test('is the one that links to the last visited screen', () => {
    expect(rowToReturnTo(rows, ['/request/4', '/request/1'], getNoNeighbors)).toBe(3)
    expect(rowToReturnTo(rows, ['/vendors', '/request/2'], getNoNeighbors)).toBe(1)
  })

  test('is the next row of the order if that row has left the list, or else the previous one', () => {
    const order: Record<string, string[]> = {
      '/request/3': ['/request/4', '/request/2'],
      '/request/9': ['/request/8'],
    }
    expect(rowToReturnTo(rows, ['/request/3'], (path) => order[path] ?? [])).toBe(3)
    expect(rowToReturnTo(rows.slice(0, 2), ['/request/3'], (path) => order[path] ?? [])).toBe(1)
    expect(rowToReturnTo(rows, ['/request/9'], (path) => order[path] ?? [])).toBe(-1)
  })

  test('is getNoNeighbors if the user comes from another place', () => {
    expect(rowToReturnTo(rows, [], getNoNeighbors)).toBe(-1)
    expect(rowToReturnTo(rows, ['/Projects'], getNoNeighbors)).toBe(-1)
  })
})
