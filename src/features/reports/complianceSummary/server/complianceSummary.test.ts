import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import { createReportClient } from '#tests/reports.ts'

const today = '2026-07-15'
const [AFS, BUDGET, OCCUPANCY, UA, EXHIBIT] = [1, 2, 3, 4, 6]
const [OVERDUE, DUE, NOT_YET, SUBMITTED, APPROVED] = ['overdue', 'due', 'not yet', 'submitted', 'approved']
type Task = { propertyId: number; type: number; state: string; opens: string; due: string }
const task = (propertyId: number, type: number, state: string, opens: string, due: string): Task => ({
  propertyId,
  type,
  state,
  opens,
  due,
})
const tasks = [
  task(1, AFS, OVERDUE, '2026-01-01', '2026-03-31'),
  task(1, AFS, DUE, '2026-07-01', '2026-12-31'),
  task(1, OCCUPANCY, OVERDUE, '2026-05-01', '2026-05-10'),
  task(1, OCCUPANCY, OVERDUE, '2026-06-01', '2026-06-10'),
  task(1, OCCUPANCY, SUBMITTED, '2026-04-01', '2026-04-10'),
  task(1, UA, NOT_YET, '2026-08-01', '2026-09-10'),
  task(2, OCCUPANCY, DUE, '2026-07-01', '2026-07-31'),
  task(4, BUDGET, APPROVED, '2026-01-01', '2026-02-01'),
  task(4, EXHIBIT, OVERDUE, '2026-06-01', '2026-07-05'),
]
const statuses: Readonly<Record<string, number>> = { [SUBMITTED]: 2, [APPROVED]: 5 }
type Finding = { propertyId: number; severity: number; status: number; opened: string; seen: boolean }
const findings: Finding[] = [
  { propertyId: 1, severity: 1, status: 1, opened: '2026-06-01', seen: true },
  { propertyId: 1, severity: 2, status: 2, opened: '2026-05-01', seen: true },
  { propertyId: 1, severity: 2, status: 3, opened: '2026-01-01', seen: true },
  { propertyId: 1, severity: 3, status: 1, opened: '2026-01-10', seen: false },
  { propertyId: 4, severity: 2, status: 1, opened: '2026-07-01', seen: true },
]

let portal: Portal
const { page, list } = createReportClient(() => portal)

async function seedTasks(): Promise<void> {
  await portal.owner.query('delete from task_instance; delete from task_schedule')
  for (const { propertyId, type } of new Map(
    tasks.map((task) => [`${task.propertyId} ${task.type}`, task]),
  ).values())
    await portal.owner.query(
      'insert into task_schedule (property_id, task_type_id, frequency, start_year, start_month) values ($1, $2, 2, 2020, 1)',
      [propertyId, type],
    )
  for (const { propertyId, type, state, opens, due } of tasks)
    await portal.owner.query(
      `insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date, status_id, submitted)
        select $1, task_schedule_id, $2, $3::date - 30, $3::date - 1, $3, $4, $4, $5, case when $5 > 1 then now() end
        from task_schedule where property_id = $1 and task_type_id = $2`,
      [propertyId, type, opens, due, statuses[state] ?? -1],
    )
}

async function seedFindings(): Promise<void> {
  for (const { propertyId, severity, status, opened: openedOn, seen: isSeen } of findings)
    await portal.owner.query(
      `insert into non_compliance (property_id, non_compliance_type_id, status_id, severity, title, opened_on, visible_to_company, response, responded_at, closed_on, closing_note)
        values ($1, 15, $3, $2, 'Found', $4, $5, case when $3 = 2 then 'Done' end, case when $3 = 2 then now() end, case when $3 = 3 then $4::date + 9 end, case when $3 = 3 then 'Cured' end)`,
      [propertyId, severity, status, openedOn, isSeen],
    )
  await portal.owner.query(`with made as (insert into compliance_inspection (property_id, status_id, inspection_type, visited_on, reported_on)
      values (1, 5, 'Periodic', '2024-03-05', '2024-03-06'), (2, 5, 'Periodic', '2025-09-01', '2025-09-02') returning compliance_inspection_id, property_id)
    insert into inspection8823_date (compliance_inspection_id, property_id, bin, category, noncompliance_on, notified_on, cure_by, file_by, filed_on)
      select compliance_inspection_id, 1, 'BIN-1', c.line, '2024-03-05', '2024-03-06', '2024-06-04', '2024-07-19', c.filed
      from made cross join (values ('c', null::date), ('g', '2024-07-01')) c (line, filed) where property_id = 1`)
}

beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date(`${today}T15:00:00Z`))
  await portal.owner.query(
    `insert into permission (user_id, property_id, key, read, write) values (5, 1, 'AFS', true, true), (5, 1, 'Inspection', true, false)`,
  )
  await seedTasks()
  await seedFindings()
})
afterAll(() => portal.close())

const countTasks = (propertyId: number, type: number, ...states: string[]) =>
  tasks.filter((task) => task.propertyId === propertyId && task.type === type && states.includes(task.state))
    .length
const getFindings = (propertyId: number, isIncluded: (finding: Finding) => boolean = () => true) =>
  findings.filter((finding) => finding.propertyId === propertyId && finding.status < 3 && isIncluded(finding))
const countDaysSince = (from: string) => (Date.parse(today) - Date.parse(from)) / 86_400_000

describe('RPT-15 open items of each property', () => {
  test('the report counts open filings, findings, inspections and forms, and leaves columns that do not apply blank', async () => {
    const { rows, totals, groups } = await page('agency.read', 'ComplianceModuleSummary', {
      propertyStatus: 0,
      groupBy: 'managementCompany',
    })
    const findRow = (id: number) => rows.find((row) => row.propertyId === id)
    expect(findRow(1)).toMatchObject({
      afs: countTasks(1, AFS, OVERDUE, DUE),
      budget: null,
      occupancy: countTasks(1, OCCUPANCY, OVERDUE, DUE),
      ua: 0,
      tcap: null,
      exhibits: null,
      exhibitZ: null,
      overdue: 3,
      inspectionDue: '2027-03-05',
      openFindings: getFindings(1).length,
      open8823: 1,
      oldestDays: countDaysSince('2026-01-10'),
    })
    expect(findRow(2)).toMatchObject({
      afs: null,
      occupancy: 1,
      overdue: 0,
      openFindings: 0,
      open8823: 0,
      oldestDays: null,
    })
    expect(findRow(4)).toMatchObject({
      budget: 0,
      exhibits: 1,
      overdue: 1,
      inspectionDue: '2017-12-31',
      openFindings: 1,
      oldestDays: countDaysSince('2026-07-01'),
    })
    expect(findRow(5)).toMatchObject({ afs: null, overdue: null, openFindings: 0, oldestDays: null })
    expect(totals).toMatchObject({
      afs: 2,
      budget: 0,
      occupancy: 3,
      ua: 0,
      tcap: null,
      exhibits: 1,
      overdue: 4,
      openFindings: 4,
      open8823: 1,
      oldestDays: countDaysSince('2026-01-10'),
    })
    expect(groups[0]).toMatchObject({
      name: 'Test Company One',
      rows: 2,
      totals: { occupancy: 3, overdue: 3, openFindings: 3 },
    })
  })

  test('the dashboard counts the same filings', async () => {
    const { body } = await portal.ask('agency.read', 'GET', '/api/tasks/GetMultipleDashboard')
    const { byProperty } = body as { byProperty: { propertyId: number; pending: number; overdue: number }[] }
    const { rows } = await page('agency.read', 'ComplianceModuleSummary')
    for (const { propertyId, pending, overdue } of byProperty) {
      const row = rows.find((row) => row.propertyId === propertyId)!
      const all = ['afs', 'budget', 'occupancy', 'ua', 'tcap', 'exhibits', 'exhibitZ'].map((name) =>
        Number(row[name] ?? 0),
      )
      expect([row.overdue, all.reduce((sum, number) => sum + number, 0)]).toEqual([
        overdue,
        pending + overdue,
      ])
    }
    expect(byProperty.length).toBeGreaterThan(2)
  })

  test('the report and the banner agree on non-compliant properties and on those only marked by hand', async () => {
    await portal.owner.query('update property set non_compliant = property_id in (2, 4)')
    const { rows, totals } = await page('agency.read', 'ComplianceModuleSummary', { propertyStatus: 0 })
    for (const row of rows) {
      const { body } = await portal.ask(
        'agency.read',
        'GET',
        `/api/projects/GetProjectHeaderInfo/${row.propertyId}`,
      )
      const { nonCompliant, markedNonCompliant } = body as {
        nonCompliant: boolean
        markedNonCompliant: boolean
      }
      expect([row.nonCompliant, row.markedNonCompliant]).toEqual([
        Number(nonCompliant),
        Number(markedNonCompliant),
      ])
    }
    const findRow = (id: number) => rows.find((row) => row.propertyId === id)
    expect(findRow(2)).toMatchObject({ nonCompliant: 0, markedNonCompliant: 1 })
    expect(findRow(4)).toMatchObject({ nonCompliant: 1, markedNonCompliant: 0 })
    expect(totals).toMatchObject({ nonCompliant: 2, markedNonCompliant: 1 })
  })

  test('the filters by subject, by severity, for overdue items and for exceptions limit the rows', async () => {
    const exhibits = await list('agency.read', 'ComplianceModuleSummary', { module: 'exhibits' })
    expect(exhibits.map((row) => row.propertyId)).toEqual([4])
    const severe = await list('agency.read', 'ComplianceModuleSummary', {
      severity: 1,
      module: 'openFindings',
    })
    expect(severe.map((row) => [row.propertyId, row.openFindings])).toEqual([
      [1, getFindings(1, (finding) => finding.severity === 1).length],
    ])
    const late = await list('agency.read', 'ComplianceModuleSummary', { overdueOnly: true, projectId: 1 })
    expect(late[0]).toMatchObject({
      afs: countTasks(1, AFS, OVERDUE),
      occupancy: countTasks(1, OCCUPANCY, OVERDUE),
    })
    const exceptions = await list('agency.read', 'ComplianceModuleSummary', {
      exceptionsOnly: true,
      propertyStatus: 0,
    })
    expect(exceptions.map((row) => row.propertyId).sort()).toEqual([1, 4, 5])
  })

  test('a company sees its own properties, columns by permission, and no findings hidden from it', async () => {
    const rows = await list('company.writer', 'ComplianceModuleSummary')
    expect(rows.map((row) => row.propertyId).sort()).toEqual([1, 2])
    expect(rows.find((row) => row.propertyId === 1)).toMatchObject({
      afs: 2,
      occupancy: null,
      ua: null,
      overdue: 1,
      inspectionDue: '2027-03-05',
      open8823: 1,
      openFindings: getFindings(1, (finding) => finding.seen).length,
      oldestDays: countDaysSince('2026-03-31'),
    })
    expect(rows.find((row) => row.propertyId === 2)).toMatchObject({
      occupancy: 1,
      inspectionDue: null,
      open8823: null,
    })
    expect((await portal.ask('anonymous', 'POST', '/api/reporting/ComplianceModuleSummary', {})).status).toBe(
      401,
    )
  })
})
