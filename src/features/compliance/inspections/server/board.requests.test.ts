import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspectionDesk, inspectionStage } from '#tests/inspectionDesk.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { BoardLine } from '../model/calls.ts'
import type { InspectorLine } from '../model/planCalls.ts'

let portal: Portal
const { ask, of: readBody, board, at: setToday, detail, mails } = inspectionDesk(() => portal)
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-09-21T15:00:00Z'))
  await portal.owner.query(inspectionStage)
})
afterAll(() => portal.close())

const entity = 'ComplianceInspection'

describe('INP the planning board', () => {
  test('CALL-INP-02: the board lists the visits due by the end of a year with reason, sample and last score, earliest first', async () => {
    const rows = await board(2026)
    expect(rows.find((row) => row.propertyId === 1)).toMatchObject({
      lowIncomeUnits: 48,
      sample: 18,
      kind: 'Interval',
      label: '3 years',
      words: 'after 10/08/2023',
      dueBy: '2026-10-08',
      overdue: false,
      lastScore: 88,
      complianceInspectionId: null,
    })
    expect(rows.find((row) => row.propertyId === 4)).toMatchObject({
      kind: 'First',
      dueBy: '2017-12-31',
      overdue: true,
      words: 'last building in service 01/01/2015',
    })
    expect(rows.map((row) => row.dueBy)).toEqual(rows.map((row) => row.dueBy).toSorted())
    expect((await board(2025)).some((item) => item.propertyId === 1)).toBe(false)
    expect(rows.some((row) => row.propertyId === 3)).toBe(false)
    await portal.owner.query(
      `insert into tcap_program (property_id, begins_on, first_release_year) values (1, '2020-01-01', 2021)`,
    )
    expect((await board(2026)).find((item) => item.propertyId === 1)).toMatchObject({
      kind: 'Yearly',
      dueBy: '2024-10-08',
      overdue: true,
      words: 'TCAP loan',
    })
    await portal.owner.query('delete from tcap_program')
  })

  test('several visits are planned at once, moved and unplanned, and leave reduces the capacity of an inspector', async () => {
    const postPlan = (body: object) => ask('agency.write', 'POST', `${entity}/Plan`, body)
    expect((await postPlan({ propertyIds: [1, 999], month: '2026-10-01' })).status).toBe(404)
    expect((await ask('company.admin', 'POST', `${entity}/Plan`, { propertyIds: [1] })).status).toBe(403)
    expect(
      await readBody(postPlan({ propertyIds: [1, 4, 4], month: '2026-10-20', complianceInspectorId: 2 })),
    ).toEqual({
      planned: 2,
    })
    const inspectorList = await readBody<{ inspectors: InspectorLine[] }>(
      ask('agency.read', 'GET', 'ComplianceInspector/GetByYear/2026'),
    )
    const second = inspectorList.inspectors.find((inspector) => inspector.complianceInspectorId === 2)!
    expect([second.months[8], second.months[9]]).toEqual([
      { planned: 0, capacity: 4 },
      { planned: 2, capacity: 2 },
    ])
    await readBody(postPlan({ propertyIds: [1], month: '2026-11-01' }))
    const movedLine = (await board(2026)).find((item) => item.propertyId === 1)!
    expect(movedLine).toMatchObject({
      plannedMonth: '2026-11-01',
      complianceInspectorId: 2,
      inspectorName: 'Agency Second',
      statusId: 1,
    })
    const [inspectorLine] = await readBody<BoardLine[]>(
      ask('agency.read', 'GET', `${entity}/GetInspectionProperties/2`),
    )
    expect([
      inspectorLine?.complianceInspectorId,
      (await readBody<BoardLine[]>(ask('agency.read', 'GET', `${entity}/GetInspectionProperties/1`))).length,
    ]).toEqual([2, 0])
    expect(
      await readBody(
        ask('agency.write', 'POST', `${entity}/Unplan`, { ids: [movedLine.complianceInspectionId!] }),
      ),
    ).toEqual({
      unplanned: 1,
    })
    expect((await board(2026)).find((item) => item.propertyId === 1)?.complianceInspectionId).toBeNull()
  })

  test('a company sees a planned visit only after its notice, which is sent with letter and mail at most 15 days before', async () => {
    setToday('2026-09-18')
    await readBody(
      ask('agency.write', 'POST', `${entity}/Plan`, {
        propertyIds: [1],
        month: '2026-10-01',
        complianceInspectorId: 1,
      }),
    )
    const id = (await board(2026)).find((item) => item.propertyId === 1)!.complianceInspectionId!
    const sendNotice = () => ask('agency.write', 'POST', `${entity}/SendNotices`, { ids: [id] })
    expect((await sendNotice()).body).toMatchObject({
      message: expect.stringContaining('choose the day of the visit'),
    })
    await readBody(
      ask('agency.write', 'PUT', entity, { complianceInspectionId: id, scheduledOn: '2026-10-06' }),
    )
    expect((await sendNotice()).body).toMatchObject({
      message: expect.stringContaining('from 09/21/2026 on'),
    })
    expect((await ask('company.writer', 'GET', `${entity}/GetDetail/${id}`)).status).toBe(404)
    setToday('2026-09-21')
    await mails()
    await readBody(sendNotice())
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      event: 'inspection.notice',
      subject: 'Maple Grove Apartments: inspection on 10/06/2026',
    })
    expect(mail!.recipients).toContain('compliance@one.example')
    expect(mail!.recipients).toContain('agency.write@agency.example')
    const companyView = await detail('company.writer', id)
    expect(companyView).toMatchObject({
      statusId: 2,
      letters: [{ kind: 'visit notice' }],
      letterDates: [{ kind: 'Visit notice', letterOn: '2026-09-21' }],
    })
    expect((await ask('agency.write', 'POST', `${entity}/Unplan`, { ids: [id] })).status).toBe(422)
    expect((await ask('other.user', 'GET', `${entity}/GetDetail/${id}`)).status).toBe(404)
  })

  test('CALL-INP-05: EmailInspector mails the assigned inspector and no one else', async () => {
    const id = (await board(2026)).find((item) => item.propertyId === 1)!.complianceInspectionId!
    await mails()
    await readBody(ask('agency.write', 'POST', `${entity}/EmailInspector/${id}`))
    const [mail] = await mails()
    expect(mail).toMatchObject({
      event: 'inspection.inspector',
      subject: `IN-${id}, Maple Grove Apartments: your inspection 10/06/2026`,
    })
    expect(mail!.recipients).toContain('agency.write@agency.example')
    expect(mail!.recipients).not.toContain('one.example')
  })
})

test('a failed visit is on the board as overdue to be repeated, and stays so when it is planned again', async () => {
  setToday('2026-11-10')
  await portal.owner.query(`delete from compliance_inspection; delete from property_inspection where property_id = 1;
    insert into property_inspection (property_id, inspection_date, score, source) values (1, '2026-05-04', 41, 'Agency inspection');
    insert into compliance_inspection (property_id, status_id, inspection_type, visited_on, score) values (1, 3, 'Periodic', '2026-05-04', 41)`)
  const loadLine = async () => (await board(2026)).find((item) => item.propertyId === 1)
  expect(await loadLine()).toMatchObject({
    kind: 'Again',
    overdue: true,
    complianceInspectionId: null,
    visitedOn: null,
  })
  await readBody(
    ask('agency.write', 'POST', 'ComplianceInspection/Plan', { propertyIds: [1], month: '2026-12-01' }),
  )
  expect(await loadLine()).toMatchObject({ kind: 'Again', plannedMonth: '2026-12-01' })
})
