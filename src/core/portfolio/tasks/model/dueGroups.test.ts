import { expect, test } from 'vitest'
import { daysBetween } from '#kernel/model/dates.ts'
import { describeDistance, formatDueDay, getTaskCards, groupByDueDate } from './dueGroups.ts'
import type { ToDoLine } from './shapes.ts'

/** A Monday. */
const TODAY = '2026-11-23'
const line = (dueDate: string | null) =>
  ({ dueDate, daysLeft: dueDate && daysBetween(TODAY, dueDate) }) as unknown as ToDoLine

test('to-dos are grouped as late, this week until Saturday, later, and without a date', () => {
  const days = ['2026-11-16', '2026-11-23', '2026-11-28', '2026-11-29', null]
  const groups = groupByDueDate(days.map(line))
  expect(groups.map((group) => [group.label, group.lines.map((line) => line.dueDate)])).toEqual([
    ['Overdue', ['2026-11-16']],
    ['This week', ['2026-11-23', '2026-11-28']],
    ['Later', ['2026-11-29']],
    ['Without a date', [null]],
  ])
  expect(groupByDueDate([])).toEqual([])
})

test('a due date is described by its distance in days', () => {
  expect([-7, -1, 0, 1, 2, null].map(describeDistance)).toEqual([
    '7 days late',
    '1 day late',
    'today',
    'tomorrow',
    'in 2 days',
    '',
  ])
  expect([formatDueDay('2026-11-16', -7), formatDueDay('2025-12-10', -348)]).toEqual([
    'Mon, Nov 16',
    'Wed, Dec 10, 2025',
  ])
})

test('equal to-dos of several places share a card, and those that need permission first are a separate group', () => {
  const form = { kind: 'form', title: '8609-A, 2025', dueDate: '2026-11-16', daysLeft: -7, asksFirst: false }
  const lines = [
    ...[1, 2, 3, 4, 5, 6, 7].map((rowId) => ({ ...form, rowId })),
    { ...form, rowId: 8, title: 'Exhibit A, 2025' },
    { ...form, rowId: 9, dueDate: '2026-11-17' },
  ] as unknown as ToDoLine[]
  expect(getTaskCards(lines).map((card) => card.length)).toEqual([7, 1, 1])
  const linesAskingFirst = lines.map((line) => ({ ...line, asksFirst: true }))
  expect(
    groupByDueDate([...linesAskingFirst, ...lines]).map((group) => [group.label, group.lines.length]),
  ).toEqual([
    ['Overdue', 9],
    ['Only after asking the agency', 9],
  ])
})
