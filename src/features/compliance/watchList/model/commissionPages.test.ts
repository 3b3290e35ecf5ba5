import { expect, test } from 'vitest'
import { makeAndReadPdf } from '#tests/pdf/makeAndReadPdf.ts'
import commissionPages, { type WatchListPresentation } from './commissionPages.ts'
import type { Figure } from './figures.ts'

const createFigure = (key: Figure['key'], value: number): Figure => ({
  key,
  value,
  day: '2026-10-31',
  path: '/',
})
const createLine = (index: number, overrides: Record<string, unknown> = {}) => ({
  watchListId: index,
  year: 2026,
  month: 11,
  statusId: 1,
  typeName: 'Watch',
  weaknessName: 'Occupancy',
  responsibilityName: 'Market',
  propertyName: `Property ${index} of the Grove`,
  city: 'Columbia',
  entryDate: '2026-08-03',
  comment: `Comment of property ${index}`,
  removalReason: null,
  targetDate: null,
  figures: [
    createFigure('occupancy', 83.3),
    createFigure('reserve', 1583.66),
    createFigure('inspection', 71),
    createFigure('loans', 1000.5),
  ],
  ...overrides,
})
const createPresentation = (content: WatchListPresentation['content']): WatchListPresentation => ({
  year: 2026,
  month: 11,
  presentedOn: '2026-12-04',
  note: 'Commission of December',
  loggedAt: '2026-12-04T16:00:00Z',
  content,
})

test('CALL-WLS-10: the PDF of a presentation is tagged, has its table heading on every page, and the total of loans', async () => {
  const many = Array.from({ length: 60 }, (_, index) => createLine(index + 1))
  const before = createLine(1, { month: 10, comment: 'Said in October' })
  const pdf = await makeAndReadPdf(
    commissionPages(createPresentation([...many, before]), 'Test Housing Agency'),
  )
  expect(pdf.faults).toEqual([])
  expect(pdf.info.Title).toBe('Watch list, November 2026')
  for (const text of [
    'Watch list, November 2026',
    'Commission of December',
    '60 properties on the list: 60 watch',
    '$60,030.00',
    'Said in October',
  ])
    expect(pdf.text).toContain(text)
  expect(pdf.pages.length).toBeGreaterThan(1)
  for (const page of pdf.pages) {
    expect(Math.max(...page.runs.map((run) => run.x + run.width))).toBeLessThan(page.width - 20)
    expect(page.lines.some((line) => line.text.includes('Comment'))).toBe(true)
  }
})

test('a comment longer than a page continues on the next page with all its words', async () => {
  const labels = Array.from({ length: 700 }, (_, index) => `word${index}`)
  const pdf = await makeAndReadPdf(
    commissionPages(
      createPresentation([createLine(1, { comment: labels.join(' ') })]),
      'Test Housing Agency',
    ),
  )
  expect(pdf.faults).toEqual([])
  for (const word of [labels[0]!, labels[350]!, labels.at(-1)!]) expect(pdf.text).toContain(word)
})
