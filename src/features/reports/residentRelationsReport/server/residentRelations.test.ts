import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seal } from '#core/portfolio/households/server/index.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { createReportClient } from '#tests/reports.ts'

const today = '2026-07-15'
const [MAINTENANCE, CONDUCT, FAIR_HOUSING, PESTS] = [1, 2, 5, 9]
const kinds: Readonly<Record<number, string>> = {
  [MAINTENANCE]: 'Maintenance',
  [CONDUCT]: 'Management conduct',
  [FAIR_HOUSING]: 'Discrimination or fair housing',
  [PESTS]: 'Pests',
}
type Matter = {
  propertyId: number
  kind: number
  status: number
  received: string
  due: string
  closed: string | null
  sent: boolean
}
const matter = (
  propertyId: number,
  kind: number,
  status: number,
  received: string,
  due: string,
  isSent: boolean,
  closedOn: string | null = null,
): Matter => ({
  propertyId,
  kind,
  status,
  received,
  due,
  sent: isSent,
  closed: closedOn,
})
const matters = [
  matter(1, MAINTENANCE, 3, '2026-07-01', '2026-07-10', true),
  matter(1, MAINTENANCE, 3, '2026-07-10', '2026-07-24', true),
  matter(1, FAIR_HOUSING, 2, '2026-06-20', '2026-07-05', false),
  matter(1, PESTS, 5, '2026-06-01', '2026-06-15', true, '2026-06-20'),
  matter(1, CONDUCT, 1, '2026-07-14', '2026-07-28', false),
  matter(4, MAINTENANCE, 3, '2026-07-02', '2026-07-16', true),
]
const PERSON = 'Rosa Invented'
/** Whether a company sees the matter: it was sent to the company and is not about fair housing. */
const isVisibleToCompany = (matter: Matter) => matter.sent && matter.kind !== FAIR_HOUSING

let portal: Portal
const { page, list } = createReportClient(() => portal)

beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date(`${today}T15:00:00Z`))
  await portal.owner.query(
    `insert into permission (user_id, property_id, key, read, write) values (5, 1, 'Compliance_Forms', true, false), (7, 4, 'Compliance_Forms', true, false)
      on conflict (user_id, key, property_id) do update set read = true`,
  )
  for (const { propertyId, kind, status, received, due, closed: closedOn, sent: isSent } of matters)
    await portal.owner.query(
      `insert into resident_relations (property_id, resident_relations_issue_type_id, status_id, received_on, channel, confidential, resident_name, unit, phone, description, name_shared,
          due_at, assigned_to_id, question, management_company_id, sent_at, closed_at)
        values ($1, $2, $3, $4, 'Phone', $5, $6, $7, $8, $9, true, $10::date + time '23:59:59', 2, 'Please look', case when $11 then case when $1 = 1 then 1 else 2 end end,
          case when $11 then $4::date + time '12:00' end, $12::date + time '12:00')`,
      [
        propertyId,
        kind,
        status,
        received,
        kind === FAIR_HOUSING,
        seal(PERSON),
        seal('Unit 77'),
        seal('5735550177'),
        seal('The heating is out'),
        due,
        isSent,
        closedOn,
      ],
    )
})
afterAll(() => portal.close())

const day = (text: string) => Date.parse(text) / 86_400_000
const computeAge = ({ received, closed }: Matter) => day(closed ?? today) - day(received)
const isLate = ({ closed, due }: Matter) => closed === null && due < today
const mean = (values: number[]) =>
  Number((values.reduce((sum, number) => sum + number, 0) / values.length).toFixed(2))
const newestFirst = matters.toSorted((matter, other) => other.received.localeCompare(matter.received))

describe('RPT-18 matters of residents', () => {
  test('the report shows kind, age, days to close and lateness, with means in total and by kind and month', async () => {
    const { rows, totals, groups } = await page('agency.read', 'ResidentRelation', { groupBy: 'issue' })
    expect(
      rows.map((row) => [
        row.propertyId,
        row.issue,
        row.opened,
        row.ageDays,
        row.daysToClose,
        row.late,
        row.assigned,
      ]),
    ).toEqual(
      newestFirst.map((matter) => [
        matter.propertyId,
        kinds[matter.kind],
        matter.received,
        computeAge(matter),
        matter.closed ? computeAge(matter) : null,
        isLate(matter),
        'Agency Write',
      ]),
    )
    expect(rows[0]).toMatchObject({ status: 1, dueDate: '2026-07-28', closed: null })
    const matchingMatters = matters.filter((matter) => matter.closed !== null)
    expect(totals).toMatchObject({
      open: 5,
      late: matters.filter(isLate).length,
      ageDays: mean(matters.map(computeAge)),
      daysToClose: mean(matchingMatters.map(computeAge)),
    })
    expect(groups.map((group) => [group.name, group.rows, group.totals.open, group.totals.ageDays])).toEqual(
      Object.values(kinds)
        .toSorted()
        .map((name) => {
          const matchingMatters = matters.filter((matter) => kinds[matter.kind] === name)
          return [
            name,
            matchingMatters.length,
            matchingMatters.filter((matter) => matter.closed === null).length,
            mean(matchingMatters.map(computeAge)),
          ]
        }),
    )
    const months = await page('agency.read', 'ResidentRelation', { groupBy: 'month' })
    expect(months.groups.map((group) => [group.name, group.rows])).toEqual([
      ['2026-06', 2],
      ['2026-07', 4],
    ])
  })

  test('the filters by kind, state, month and age limit the rows', async () => {
    const count = async (query: Record<string, string | number | boolean>) =>
      (await list('agency.read', 'ResidentRelation', query)).length
    expect(await count({ issueType: MAINTENANCE })).toBe(3)
    expect(await count({ status: 5 })).toBe(1)
    expect(await count({ from: '2026-06-01', to: '2026-06-01' })).toBe(2)
    expect(await count({ olderThan: 18 })).toBe(matters.filter((matter) => computeAge(matter) > 18).length)
    expect(await count({ exceptionsOnly: true })).toBe(matters.filter(isLate).length)
  })

  test('a company sees only matters sent to it, without fair-housing matters and the agency’s assignee', async () => {
    const companyPage = await page('company.writer', 'ResidentRelation', { groupBy: 'issue' })
    const expected = newestFirst.filter((matter) => matter.propertyId === 1 && isVisibleToCompany(matter))
    expect(companyPage.rows.map((row) => [row.issue, row.opened, row.assigned])).toEqual(
      expected.map((matter) => [kinds[matter.kind], matter.received, null]),
    )
    expect(companyPage.totals).toMatchObject({ open: 2, late: 1, ageDays: mean(expected.map(computeAge)) })
    expect(companyPage.groups.map(({ name }) => name)).toEqual(['Maintenance', 'Pests'])
    expect((await list('other.user', 'ResidentRelation')).map((row) => row.propertyId)).toEqual([4])
  })

  test('PII: the report contains no details of residents, not even for the agency', async () => {
    for (const persona of ['agency.admin', 'company.writer'] as const) {
      const { rows } = await page(persona, 'ResidentRelation')
      const rowsText = JSON.stringify(rows)
      for (const word of [PERSON, 'Unit 77', '5735550177', 'heating']) expect(rowsText).not.toContain(word)
      expect(
        Object.keys(rows[0]!).filter((name) => /resident(Name)?$|^unit|phone|mail|description/i.test(name)),
      ).toEqual([])
    }
  })
})
