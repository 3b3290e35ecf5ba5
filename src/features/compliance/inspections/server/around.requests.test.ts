import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspectionDesk, inspectionStage } from '#tests/inspectionDesk.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
const { ask, of: readBody, step, at: setToday, mails, visited } = inspectionDesk(() => portal)
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-09-21T15:00:00Z'))
  await portal.owner.query(inspectionStage)
})
afterAll(() => portal.close())

const entity = 'ComplianceInspection'

describe('INP lists, letters, forms and calendars of inspections', () => {
  test('CALL-INP-03, 04, 06, 07, 08: a company reads its inspections, forms and shown letters, and showing a letter mails it', async () => {
    const first = await visited()
    setToday('2026-10-21')
    await readBody(step('agency.write', `${entity}/IssueReport`, first))
    const follow = await readBody(
      step('agency.write', `${entity}/PlanFollowUp`, first, { month: '2026-12-15' }),
    )
    expect(follow).toMatchObject({
      inspectionType: 'Follow-up',
      relatedInspectionId: first,
      plannedMonth: '2026-12-01',
    })
    const list = (persona: string) =>
      readBody<{ number: string; openFindings: number; openForms: number }[]>(
        ask(persona, 'GET', `${entity}/GetPropertySpecificInspectionList/1`),
      )
    expect(await list('agency.read')).toHaveLength(2)
    expect(await list('company.reader')).toMatchObject([
      { number: `IN-${first}`, openFindings: 4, openForms: 3 },
    ])
    expect((await ask('other.user', 'GET', `${entity}/GetPropertySpecificInspectionList/1`)).status).toBe(404)
    const last = (id: number) =>
      readBody<{ complianceInspectionId: number } | null>(
        ask('agency.read', 'GET', `${entity}/GetLastRelatedInspection/1/${id}`),
      )
    expect([
      (await last(follow.complianceInspectionId))?.complianceInspectionId,
      (await last(0))?.complianceInspectionId,
      await last(first),
    ]).toEqual([first, first, null])
    expect(
      await readBody(ask('company.reader', 'GET', `Inspection8823Date/GetInspectionRelatedRows/${first}`)),
    ).toHaveLength(3)
    const written = await readBody<{ inspectionLetterDateId: number }>(
      ask('agency.write', 'POST', 'InspectionLetterDate', {
        complianceInspectionId: first,
        kind: 'Response received',
        letterOn: '2026-10-25',
        answerBy: '2026-11-20',
      }),
    )
    const letters = (persona: string) =>
      readBody<object[]>(ask(persona, 'GET', `InspectionLetterDate/GetInspectionRelatedRows/${first}`))
    expect([(await letters('agency.read')).length, (await letters('company.reader')).length]).toEqual([3, 2])
    await mails()
    await readBody(
      ask(
        'agency.write',
        'POST',
        `InspectionLetterDate/SendShowPropertyLetterDateEmail/${written.inspectionLetterDateId}`,
      ),
    )
    expect((await mails())[0]).toMatchObject({
      event: 'inspection.letter',
      subject: `IN-${first}, Maple Grove Apartments: Response received`,
    })
    expect(await letters('company.reader')).toHaveLength(3)
    expect(
      (await ask('agency.write', 'DELETE', `InspectionLetterDate/${written.inspectionLetterDateId}`)).status,
    ).toBe(422)
  })

  test('a filed form, a building named on a form and a visit with a notice cannot be deleted', async () => {
    const form = (
      await portal.owner.query<{ id: number }>(
        'select inspection8823_date_id as id from inspection8823_date order by 1 limit 1',
      )
    ).rows[0]!
    expect((await ask('agency.write', 'DELETE', `Inspection8823Date/${form.id}`)).status).toBe(422)
    const withdraw = (persona: string) =>
      ask(persona, 'POST', `Inspection8823Date/Withdraw/${form.id}`, { reason: 'Wrong building' })
    expect((await withdraw('agency.write')).status).toBe(403)
    await portal.owner.query(
      `insert into inspection8823_date (compliance_inspection_id, property_id, bin, category, noncompliance_on, notified_on,
         cure_by, file_by)
       select compliance_inspection_id, property_id, bin, 'q', noncompliance_on, notified_on, cure_by, file_by
       from inspection8823_date where inspection8823_date_id = $1`,
      [form.id],
    )
    const added = await portal.owner.query(
      `select inspection8823_date_id as id from inspection8823_date where category = 'q'`,
    )
    const reason = { reason: 'Wrong building' }
    const withdrawn = await ask(
      'agency.manager',
      'POST',
      `Inspection8823Date/Withdraw/${added.rows[0].id}`,
      reason,
    )
    expect(withdrawn).toMatchObject({ status: 200 })
    expect((await portal.owner.query(`select from inspection8823_date where category = 'q'`)).rowCount).toBe(
      0,
    )
    expect(JSON.stringify(withdrawn.body)).toContain('line q: Wrong building')
    await portal.owner.query(
      `update inspection8823_date set filed_on = '2026-10-21' where inspection8823_date_id = ${form.id}`,
    )
    expect((await ask('agency.write', 'DELETE', `Inspection8823Date/${form.id}`)).status).toBe(422)
    expect((await withdraw('agency.manager')).status).toBe(409)
    const building = (
      await portal.owner.query<{ id: number }>(
        `select property_building_id as id from property_building where bin = 'MO-13-01101'`,
      )
    ).rows[0]!
    expect((await ask('agency.write', 'DELETE', `PropertyBuilding/${building.id}`)).status).toBe(422)
    const [noticed] = (
      await portal.owner.query<{ id: number }>(
        'select compliance_inspection_id as id from compliance_inspection where status_id > 1',
      )
    ).rows
    expect((await ask('agency.write', 'DELETE', `${entity}/${noticed!.id}`)).status).toBe(422)
    expect((await ask('agency.write', 'POST', 'ComplianceInspector', { userId: 5 })).status).toBe(400)
  })

  test('the calendar feed of an inspector contains their visits, and that of another user does not', async () => {
    await portal.owner.query(
      `update compliance_inspection set scheduled_on = '2026-12-15', compliance_inspector_id = 1 where status_id = 1`,
    )
    const { address } = await readBody<{ address: string }>(
      ask('agency.write', 'POST', 'tasks/CreateCalendarFeed'),
    )
    const feed = String((await portal.ask('anonymous', 'GET', new URL(address).pathname)).body).replaceAll(
      '\r\n ',
      '',
    )
    expect(feed).toContain('SUMMARY:Inspection: Maple Grove Apartments')
    expect(feed).toContain('DTSTART;VALUE=DATE:20261215')
    const other = await readBody<{ address: string }>(
      ask('agency.second', 'POST', 'tasks/CreateCalendarFeed'),
    )
    expect(
      String((await portal.ask('anonymous', 'GET', new URL(other.address).pathname)).body),
    ).not.toContain('Inspection: Maple')
  })

  test('6.4 when a person is no longer an inspector, the feed address answers 404 and a new feed has no visits', async () => {
    const read = async () => {
      const { address } = await readBody<{ address: string }>(
        ask('agency.write', 'POST', 'tasks/CreateCalendarFeed'),
      )
      const feed = () => portal.ask('anonymous', 'GET', new URL(address).pathname)
      return { feed, text: String((await feed()).body) }
    }
    const inspector = await read()
    expect(inspector.text).toContain('SUMMARY:Inspection: Maple')
    const change = (active: boolean) =>
      portal.owner.query('update compliance_inspector set active = $1 where compliance_inspector_id = 1', [
        active,
      ])
    await change(false)
    expect((await inspector.feed()).status).toBe(404)
    expect((await read()).text).not.toContain('Inspection: Maple')
    await change(true)
    await portal.owner.query('delete from user_role where user_id = 2; insert into user_role values (2, 3)')
    const visits = await portal.owner.query(
      `select * from kernel.inspector_visits(2, '2026-12-01', '2026-12-31')`,
    )
    expect(visits.rows).toEqual([])
    await portal.owner.query('update user_role set role_id = 1 where user_id = 2')
  })
})
