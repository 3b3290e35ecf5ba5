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
const buildLine = (action: string, changes: HistoryLine['changes']): HistoryLine => ({
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
  test('a change shows the label of the field and its values, and other records by their names', () => {
    const changed = buildLine('update', {
      county_id: [7, 8],
      size: [1, 2],
      keeper_id: [3, 4],
      worth: [5, null],
    })
    const labeled = { ...changed, names: { 'county_id 8': 'Cole County', 'keeper_id 4': 'Cy' } }
    expect(getChanges(labeled, { nameOf: getName })).toEqual([
      { field: 'County', from: 'Boone County', to: 'Cole County' },
      { field: 'Size', from: 'Small', to: null },
      { field: 'Keeper', from: 'Bob', to: 'Cy' },
      { field: 'Worth', from: '$5.00', to: null },
    ])
    // Ids without a name are not shown.
    expect(getChanges(buildLine('update', { county_id: [8, 9], worth: [5, 6] }))).toEqual([
      { field: 'Worth', from: '$5.00', to: '$6.00' },
    ])
  })

  test('a change of a list in a field shows the added and removed lines, and fields without a label are not shown', () => {
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
    expect(getChanges(buildLine('update', { tools, drawing: [null, { kind: 'plan' }] }))).toEqual([
      { field: 'Tools', from: 'Saw, $10.00', to: 'Saw, $10.50' },
    ])
  })

  test('a change of only technical columns is not shown', () => {
    expect(buildTimeline([buildLine('update', { version: [1, 2] })], { entities: [Shed] })).toEqual([])
  })

  test('the content of an added or removed row is shown on request, without its id', () => {
    expect(getChanges(buildLine('insert', row))).toEqual([])
    expect(getChanges(buildLine('insert', row), { nameOf: getName, whole: true })).toEqual([
      { field: 'Name', to: 'Blue' },
      { field: 'County', to: 'Boone County' },
      { field: 'Keeper', to: 'Bob' },
      { field: 'Worth', to: '$5.00' },
    ])
    expect(getChanges(buildLine('delete', row), { whole: true })?.[0]).toEqual({
      field: 'Name',
      from: 'Blue',
    })
  })
})
