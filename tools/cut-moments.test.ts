import { describe, expect, test } from 'vitest'
import { findUnzonedDays } from './cut-moments.ts'

const declared = [
  {
    path: 'migrations/0001_first.sql',
    text: 'create table record (\n  submitted timestamptz,\n  due_on date\n);',
  },
  { path: 'src/features/record/model/entities.ts', text: "fields: { submitted: moment('Submitted') }" },
]
const findFaults = (text: string, path = 'src/features/record/server/index.ts') =>
  findUnzonedDays([...declared, { path, text }])

describe('only agencyDay turns a moment into a day', () => {
  test.each([
    'row.submitted.slice(0, 10)',
    'row.submitted!.slice(0, 4)',
    'detail.submitted?.slice(0, 7)',
    'file.createdAt.substring(0, 10)',
    'services.now().toISOString().slice(0, 10)',
    'text(row).slice(0, 10)',
    'new Date().getFullYear()',
    "new Date(moment).toLocaleTimeString('en-US', { hour: 'numeric' })",
    'sql`r.due_on < current_date`',
    'sql`r.submitted::date`',
    'sql`extract(year from r.submitted)`',
    "sql`date_trunc('month', r.submitted)`",
    "sql`to_char(r.submitted, 'MM/DD/YYYY')`",
    'dayText(sql`a.submitted`)',
    'sql`(r.submitted at time zone $1)::date`',
    'sql`r.due_on::timestamptz`',
  ])('the check refuses %s', (text) => {
    expect(findFaults(text)).not.toEqual([])
  })

  test.each([
    'agencyDay(row.submitted)',
    'agencyDay(sql`r.submitted`)',
    'list.slice(0, MOST)',
    'day.slice(0, 4)',
    "new Date(day).toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' })",
  ])('the check accepts %s', (text) => {
    expect(findFaults(text)).toEqual([])
  })

  test("a new migration may not use the database's current day", () => {
    expect(findFaults('new.changed_on := current_date;', 'migrations/0999_next.sql')).toHaveLength(1)
    expect(findFaults('new.changed_on := kernel.agency_day(now());', 'migrations/0999_next.sql')).toEqual([])
  })
})
