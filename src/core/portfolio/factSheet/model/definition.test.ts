import { describe, expect, test } from 'vitest'
import { makeAndReadPdf } from '#tests/pdf/makeAndReadPdf.ts'
import { chartSize, getFactSheetChart } from './chart.ts'
import { buildSheetDefinition } from './definition.ts'
import { type Cell, formatCell, type Sheet, type SheetPart } from './sheet.ts'

const part = (overrides: Partial<SheetPart>): SheetPart => ({
  title: 'Part',
  place: 'left',
  note: null,
  more: 0,
  empty: null,
  floor: null,
  columns: [
    { label: '', kind: 'text' },
    { label: '', kind: 'text' },
  ],
  rows: [],
  ...overrides,
})
const getRows = (count: number, ...cells: Cell[]) =>
  Array.from({ length: count }, () => ({ cells, alert: false }))
const longSentence = 'A sentence that is as long as sentences of this kind can well become'

/** A sheet with the maximum number of lines in every part. */
const full: Sheet = {
  propertyId: 1,
  name: 'Maple Grove Apartments',
  number: 'MHDC #12-034',
  address: '10 Grove Street, Columbia',
  day: '2026-11-16',
  parts: [
    ...['Units', 'Occupied', 'Debt coverage', 'Reserve', 'Inspection'].map((title) =>
      part({
        title,
        place: 'figure',
        columns: [
          { label: '', kind: 'number' },
          { label: '', kind: 'text' },
        ],
        rows: getRows(1, 48, 'of everything'),
      }),
    ),
    part({
      title: 'Identity',
      place: 'top',
      rows: getRows(8, 'Owner', 'A limited partnership of some length, LP'),
    }),
    part({ title: 'Programs', place: 'top', rows: getRows(8, 'LIHTC 9%', '48 units, to 11/20/2038') }),
    part({
      title: 'Units and rents',
      place: 'wide',
      note: 'in force',
      columns: [
        ...['Units of', 'Rent type'].map((label) => ({ label, kind: 'text' as const })),
        ...['Units', 'Rent', 'Utilities', 'Gross'].map((label) => ({ label, kind: 'money' as const })),
      ],
      rows: getRows(9, 'Two bedrooms', 'LIHTC 60 %', 20, 665, 92, 757),
    }),
    ...['Occupied, %', 'Debt coverage', 'Reserve'].map((title) =>
      part({
        title,
        place: 'chart',
        columns: [
          { label: '', kind: 'text' },
          { label: '', kind: 'number' },
        ],
        rows: getRows(5, '2025', 1.4),
        floor: { value: 1, label: 'floor' },
      }),
    ),
    ...['Open findings', 'With the agency', 'Open items', 'People'].map((title) =>
      part({
        title,
        place: title === 'People' ? 'bottom' : 'left',
        columns: ['Due', 'What', 'Who'].map((label) => ({ label, kind: 'text' })),
        rows: getRows(5, '11/20/2026', longSentence, 'company'),
        more: 4,
      }),
    ),
    ...['Reserves', 'Operations', 'Inspections'].map((title) =>
      part({ title, place: 'right', rows: getRows(6, 'Statement', 'received 03/28/2026') }),
    ),
  ],
}

describe('the fact sheet as PDF', () => {
  test('a sheet with the maximum of lines prints on one page of US Letter', async () => {
    const pdf = await makeAndReadPdf(buildSheetDefinition(full, 'Test Housing Agency'))
    expect(pdf.faults).toEqual([])
    expect(pdf.pages.map(({ width, height }) => [width, height])).toEqual([[612, 792]])
    for (const text of [
      'Maple Grove Apartments',
      'Test Housing Agency',
      'Units and rents',
      '5 of 9',
      'floor',
    ])
      expect(pdf.text).toContain(text)
  })

  test('all points are within the chart’s size, and only the first and last of many points are labeled', () => {
    const rows = Array.from({ length: 12 }, (_, index) => ({
      cells: [`month ${index}`, (index * 37) % 11],
      alert: false,
    }))
    const { points } = getFactSheetChart(part({ rows }))
    for (const { x, y } of points) {
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x).toBeLessThanOrEqual(chartSize.width)
      expect(y).toBeGreaterThan(0)
      expect(y).toBeLessThan(chartSize.height)
    }
    expect(points.filter(({ label }) => label !== '').map(({ label }) => label)).toEqual([
      'month 0',
      'month 11',
    ])
  })

  test('cells show money, days and percent in the portal’s formats, and a dash if empty', () => {
    expect([formatCell(1200, 'money'), formatCell(0.5, 'money'), formatCell('2026-11-16', 'day')]).toEqual([
      '$1,200',
      '$0.50',
      '11/16/2026',
    ])
    expect([formatCell(87.5, 'percent'), formatCell(null, 'text')]).toEqual(['87.5%', '–'])
  })
})
