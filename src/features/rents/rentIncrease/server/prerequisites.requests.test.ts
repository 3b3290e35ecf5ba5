import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { modules } from '#app/registry.ts'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { runDue } from '#kernel/server/jobs.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { type Detail, rentFigures, rentFiling } from '#tests/rentFiling.ts'

let portal: Portal
const {
  answers,
  clear,
  detailOf: loadDetail,
  fieldsOf: getFields,
  filled,
  post,
  submitted,
} = rentFiling(() => portal)
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(rentFigures)
})
afterAll(() => portal.close())
beforeEach(clear)

test("domain 14.2: the year's budget and the reviewed statement are required for an approval, even if no task was made for them", async () => {
  await portal.owner.query('update property_requirement set required = true')
  const id = await submitted()
  await post('agency.write', `StartReview/${id}`)
  const { budgetApproved: _, afsReviewed: __, ...remaining } = answers
  await post('agency.write', 'SaveWorksheet', { id, ...remaining })
  const loadFacts = async () => (await loadDetail(id)).known.filter(({ tick }) => /afs|budget/.test(tick))
  expect(await loadFacts()).toMatchObject([
    { tick: 'budgetApproved', value: false, fact: 'No 2027 budget was begun.' },
    { tick: 'afsReviewed', value: false, fact: 'No 2025 statement was begun.' },
  ])
  expect((await post('agency.write', 'Review', { id })).status).toBe(200)
  const getBlockingTicks = async () =>
    Object.keys(getFields(await post('agency.manager', `ApproveRequest/${id}`)) ?? {})
  expect(await getBlockingTicks()).toEqual(['budgetApproved', 'afsReviewed'])
  // A submitted budget is enough for an increase that is not based on it.
  await portal.owner.query(`insert into budget (property_id, filed_company_id, budget_year, status_id, submitted)
    values (1, 1, 2027, 2, '2026-11-01')`)
  expect(await getBlockingTicks()).toEqual(['afsReviewed'])
  // A reviewer whose answer differs from the portal's must give a reason.
  await post('agency.manager', 'ChangeStatus', {
    id,
    statusId: 3,
    reason: 'The statement was seen on paper.',
  })
  await post('agency.write', 'SaveWorksheet', { id, afsReviewed: true })
  expect(Object.keys(getFields(await post('agency.write', 'Review', { id })))).toEqual(['comments'])
  await post('agency.write', 'SaveWorksheet', { id, comments: 'Reviewed on paper.' })
  expect((await post('agency.write', 'Review', { id })).status).toBe(200)
  expect((await post('agency.manager', `ApproveRequest/${id}`)).body).toMatchObject({ statusId: 5 })
  await portal.owner.query('delete from budget')
})

test('domain 14.2: before submission the company sees only the checklist points about its own filings, and none afterwards', async () => {
  // There is no task for either filing: the property's requirements decide.
  await portal.owner.query('update property_requirement set required = true where property_id = 1')
  const getChecklistFacts = ({ known }: Detail) => known.map((item) => [item.tick, item.value, item.fact])
  const { rentIncreaseRequestHeaderId: id } = await filled()
  const companyFacts = [
    ['budgetApproved', false, 'No 2027 budget was begun.'],
    ['afsReviewed', false, 'No 2025 statement was begun.'],
  ]
  expect(getChecklistFacts(await loadDetail(id, 'company.admin')).sort()).toEqual(companyFacts.sort())
  // After the submission only the agency sees the checklist.
  await post('company.writer', `Submit/${id}`)
  await post('agency.write', `StartReview/${id}`)
  expect(getChecklistFacts(await loadDetail(id, 'company.admin'))).toEqual([])
  expect(getChecklistFacts(await loadDetail(id))).toEqual(expect.arrayContaining(companyFacts))
})

test('a property has a rent increase task only if it has rents that this agency sets', async () => {
  await portal.owner.query(
    `insert into task_schedule (property_id, task_type_id, frequency, start_year) values (1, ${TaskType.RentIncrease}, 2, 2026)`,
  )
  const taskJob = modules.flatMap((module) => module.jobs ?? []).find(({ name }) => name === 'tasks')
  let night = 10
  const runTasksAndListYears = async () => {
    night += 1
    portal.setNow(new Date(`2026-11-${night}T15:00:00Z`))
    await runDue(portal.pool, portal.services, taskJob!)
    const { rows } = await portal.owner.query(
      `select period_end::text as ends from task_instance where property_id = 1 and task_type_id = ${TaskType.RentIncrease} order by 1`,
    )
    return rows.map((row) => row.ends)
  }
  const raised = await runTasksAndListYears()
  expect(raised).toContain('2027-12-31')
  await portal.owner.query(
    'update property_rent set rent_type_id = 14 where property_id = 1 and project_room_type_id = 3',
  )
  await portal.owner.query('delete from property_rent where property_id = 1 and project_room_type_id <> 3')
  expect(await runTasksAndListYears()).not.toContain('2027-12-31')
  await portal.owner.query('delete from property_rent where property_id = 1')
  expect(await runTasksAndListYears()).not.toContain('2027-12-31')
  await portal.owner.query('delete from task_instance; delete from task_schedule')
})
