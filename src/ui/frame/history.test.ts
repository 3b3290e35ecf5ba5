import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { entity } from '#kernel/model/entity.ts'
import { code, id, money, ref, requiredText, text } from '#kernel/model/field.ts'
import type { HistoryLine } from '#kernel/model/history.ts'
import { buildTimeline } from './history.ts'

const Shed = entity('Shed', {
  table: 'shed',
  key: 'shedId',
  label: 'Shed',
  fields: {
    shedId: id(),
    name: requiredText('Name'),
    countyId: ref('County', 'County'),
    keeperId: id('Keeper'),
    size: code('Size', 1, 3, { 1: 'Small' }),
    worth: money('Worth'),
    tools: z.array(z.object({ tool: text('Tool'), price: money('Price') })).meta({ label: 'Tools' }),
    drawing: z.record(z.string(), z.unknown()).nullable(),
  },
})
const line = (action: string, changes: HistoryLine['changes']): HistoryLine => ({
  at: '2026-01-02T03:04:05.000Z',
  userName: 'Ann',
  action,
  fromStatusId: null,
  toStatusId: null,
  reason: null,
  changes,
  tableName: 'shed',
})
const names: Record<string, Record<number, string>> = { County: { 7: 'Boone County' }, Keeper: { 3: 'Bob' } }
const getName = (subject: string, value: number) => names[subject]?.[value]
const row = { shed_id: 1, name: 'Blue', county_id: 7, keeper_id: 3, worth: 5, version: 1 }
const getChanges = (item: HistoryLine, reading: Partial<Parameters<typeof buildTimeline>[1]> = {}) =>
  buildTimeline([item], { entities: [Shed], ...reading })[0]?.changes

describe('history in words', () => {
  test('a change names field and values, other rows by what they are called', () => {
    const changed = line('update', { county_id: [7, 8], size: [1, 2], keeper_id: [3, 4], worth: [5, null] })
    const labeled = { ...changed, names: { 'county_id 8': 'Cole County', 'keeper_id 4': 'Cy' } }
    expect(getChanges(labeled, { nameOf: getName })).toEqual([
      { field: 'County', from: 'Boone County', to: 'Cole County' },
      { field: 'Size', from: 'Small', to: null },
      { field: 'Keeper', from: 'Bob', to: 'Cy' },
      { field: 'Worth', from: '$5.00', to: null },
    ])
    // An id that nobody can name is no word.
    expect(getChanges(line('update', { county_id: [8, 9], worth: [5, 6] }))).toEqual([
      { field: 'Worth', from: '$5.00', to: '$6.00' },
    ])
  })

  test('of a list within a field the lines that came and went are told; what has no label is not', () => {
    const tools = [
      [
        { tool: 'Saw', price: 10 },
        { tool: 'Axe', price: 20 },
      ],
      [
        { tool: 'Axe', price: 20 },
        { tool: 'Saw', price: 10.5 },
      ],
    ]
    expect(getChanges(line('update', { tools, drawing: [null, { kind: 'plan' }] }))).toEqual([
      { field: 'Tools', from: 'Saw, $10.00', to: 'Saw, $10.50' },
    ])
  })

  test('a change of nothing but what a reader cannot read is left out', () => {
    expect(buildTimeline([line('update', { version: [1, 2] })], { entities: [Shed] })).toEqual([])
  })

  test('what stood in a row that came or went is told where it is wanted, without its own number', () => {
    expect(getChanges(line('insert', row))).toEqual([])
    expect(getChanges(line('insert', row), { nameOf: getName, whole: true })).toEqual([
      { field: 'Name', to: 'Blue' },
      { field: 'County', to: 'Boone County' },
      { field: 'Keeper', to: 'Bob' },
      { field: 'Worth', to: '$5.00' },
    ])
    expect(getChanges(line('delete', row), { whole: true })?.[0]).toEqual({ field: 'Name', from: 'Blue' })
  })
})
