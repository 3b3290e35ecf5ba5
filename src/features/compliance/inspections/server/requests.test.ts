import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '#kernel/model/call.ts'
import { inspectionDesk, inspectionStage } from '#tests/inspectionDesk.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { previewReport } from '../model/stepCalls.ts'

let portal: Portal
const {
  ask,
  of: readBody,
  step,
  detail,
  board,
  at: setToday,
  mails,
  noticed,
  visited,
} = inspectionDesk(() => portal)
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-09-21T15:00:00Z'))
  await portal.owner.query(inspectionStage)
})
afterAll(() => portal.close())

const entity = 'ComplianceInspection'

describe('INP the visit', () => {
  test('the sample has the size of the chart, a second draw needs a reason, and so does a unit where nobody was home', async () => {
    setToday('2026-09-21')
    await portal.owner.query('delete from compliance_inspection')
    await readBody(
      ask('agency.write', 'POST', `${entity}/Plan`, { propertyIds: [1], scheduledOn: '2026-10-06' }),
    )
    const id = (await board(2026)).find((item) => item.propertyId === 1)!.complianceInspectionId!
    const first = await readBody(step('agency.write', `${entity}/DrawSample`, id))
    expect(first).toMatchObject({ sampleSize: 18, lowIncomeUnits: 48, sampleDraws: 1 })
    expect(first.units.map((unit) => unit.place)).toEqual(
      first.units.map((unit) => unit.place).toSorted((a, b) => a - b),
    )
    expect((await step('agency.write', `${entity}/DrawSample`, id)).status).toBe(400)
    const secondDraw = await readBody(
      step('agency.write', `${entity}/DrawSample`, id, { reason: 'Building B is being rebuilt.' }),
    )
    expect(secondDraw.units.map((unit) => unit.unit)).not.toEqual(first.units.map((unit) => unit.unit))
    expect(secondDraw.units).toHaveLength(18)
    await readBody(ask('agency.write', 'POST', `${entity}/SendNotices`, { ids: [id] }))
    const [unit] = secondDraw.units
    const inspectUnit = (body: object) =>
      step('agency.write', 'InspectionUnit/LookAt', unit!.inspectionUnitId, body)
    expect((await inspectUnit({ statusId: 3 })).status).toBe(400)
    const away = await readBody(inspectUnit({ statusId: 3, note: 'Nobody home twice', substitute: true }))
    expect(away.units).toHaveLength(19)
    expect(away.units.at(-1)).toMatchObject({
      substituteForId: unit!.inspectionUnitId,
      statusId: 1,
      place: expect.any(Number),
    })
    setToday('2026-10-06')
    expect(
      (await step('agency.write', `${entity}/RecordVisit`, id, { visitedOn: '2026-10-07' })).body,
    ).toMatchObject({
      fields: { visitedOn: [expect.anything()] },
    })
    await readBody(step('agency.write', `${entity}/RecordVisit`, id, { visitedOn: '2026-10-06', score: 90 }))
    expect((await step('agency.write', `${entity}/IssueReport`, id)).body).toMatchObject({
      fields: { units: [expect.stringContaining('18 units')] },
    })
  })

  test('a finding for Form 8823 must name a building of the property, and the owner sees only urgent findings before the report', async () => {
    const id = await visited()
    const nameless = await readBody<{ inspectionFindingId: number; number: number; cureBy: string | null }>(
      ask('agency.write', 'POST', 'InspectionFinding', {
        complianceInspectionId: id,
        severity: 3,
        category8823: 'c',
        area: 'Building',
        description: 'Stairs',
      }),
    )
    expect(nameless).toMatchObject({ number: 5, cureBy: null })
    expect((await step('agency.write', `${entity}/IssueReport`, id)).body).toMatchObject({
      fields: { findings: ['Finding 5: choose its building; Form 8823 is filed by BIN.'] },
    })
    await ask('agency.write', 'PUT', 'InspectionFinding', { ...nameless, bin: 'MO-99' })
    expect((await step('agency.write', `${entity}/IssueReport`, id)).body).toMatchObject({
      fields: { findings: [expect.stringContaining('none of the property')] },
    })
    expect(
      (
        await ask('agency.write', 'POST', 'InspectionFinding', {
          complianceInspectionId: id,
          severity: 3,
          category8823: 'z',
          description: 'x',
        })
      ).status,
    ).toBe(400)
    const early = await detail('company.writer', id)
    expect(early.findings.map((finding) => [finding.number, finding.cureBy])).toEqual([[1, '2026-10-07']])
    expect(early.forms).toEqual([])
  })

  test('the owner is told of urgent findings with the visit, and the days to cure never begin before', async () => {
    const recordUrgentVisit = async (day: string) => {
      setToday('2026-10-06')
      const id = await noticed()
      const findingBody = { complianceInspectionId: id, area: 'Unit', unit: '7', severity: 1 }
      const created = await readBody<{ cureBy: string | null }>(
        ask('agency.write', 'POST', 'InspectionFinding', {
          ...findingBody,
          description: 'Smoke alarm missing',
        }),
      )
      expect(created.cureBy).toBeNull()
      setToday(day)
      await mails()
      const visit = { visitedOn: '2026-10-06', score: 76 }
      return readBody(step('agency.write', `${entity}/RecordVisit`, id, visit))
    }
    // The visit is recorded a week later: the day to cure follows the mail, not the visit.
    const recorded = await recordUrgentVisit('2026-10-13')
    expect(recorded.findings).toMatchObject([
      { notifiedOn: '2026-10-13', cureBy: '2026-10-14', waitsFor: 'Owner' },
    ])
    const [notice, ...others] = await mails()
    expect(others).toEqual([])
    expect(notice).toMatchObject({ event: 'inspection.urgent' })
    expect(notice!.recipients).toContain('compliance@one.example')
    const { complianceInspectionId } = recorded
    await portal.owner.query(
      `insert into inspection_unit (compliance_inspection_id, property_id, place, unit, status_id) values ($1, 1, 7, '7', 2)`,
      [complianceInspectionId],
    )
    const later = { complianceInspectionId, area: 'Unit', unit: '400', severity: 2, description: 'Outlet' }
    const added = await readBody<{ inspectionFindingId: number }>(
      ask('agency.write', 'POST', 'InspectionFinding', later),
    )
    expect(added).toMatchObject({ notifiedOn: '2026-10-13', cureBy: '2026-10-14' })
    await readBody(ask('agency.write', 'PUT', 'InspectionFinding', { ...added, description: 'Outlet, bath' }))
    expect((await mails()).map((mail) => mail.event)).toEqual(['inspection.urgent'])
    const reported = await readBody(step('agency.write', `${entity}/PreviewReport`, complianceInspectionId))
    const letter = JSON.stringify(reported)
    expect(letter).toContain('Compliance Contact')
    expect(letter).toContain('Unit 400, outside of the sample')
  })

  test('a finding that was never told is cured after the report, and the report says what was told before', async () => {
    const id = await visited()
    await portal.owner.query(
      `update inspection_finding set notified_on = null, cure_by = null where severity = 1`,
    )
    setToday('2026-10-21')
    const { findings } = await readBody(step('agency.write', `${entity}/IssueReport`, id))
    expect(findings[0]).toMatchObject({ notifiedOn: '2026-10-21', cureBy: '2026-10-22', waitsFor: 'Owner' })
    const laterId = await visited()
    setToday('2026-10-21')
    const { letters } = await readBody(step('agency.write', `${entity}/IssueReport`, laterId))
    const report = JSON.stringify(letters)
    expect(report).toContain('10/07/2026, notified 10/06/2026')
    expect(report).toContain('"conName":"Compliance Contact"')
    await portal.owner.query(`delete from property_inspection where source like 'Agency inspection IN-%'`)
  })

  test('domain 26.4: an inspection goes from its visit through report, answers and Forms 8823 to its close-out', async () => {
    const id = await visited()
    setToday('2026-10-21')
    await mails()
    // The preview shows the letter, mails and dates as they will be issued, and stores nothing.
    const previewed = await readBody<Answer<typeof previewReport>>(
      step('agency.write', `${entity}/PreviewReport`, id),
    )
    expect(previewed).toMatchObject({
      detail: { reportedOn: '2026-10-21', cureBy: '2027-01-19' },
      letter: { kind: 'report' },
      mails: [{ to: expect.arrayContaining(['Compliance Contact']) }],
    })
    expect(await mails()).toEqual([])
    expect(await detail('agency.write', id)).toMatchObject({
      statusId: 3,
      reportedOn: null,
      letters: [{ kind: 'visit notice' }],
    })
    const reported = await readBody(step('agency.write', `${entity}/IssueReport`, id))
    expect(reported).toMatchObject({
      statusId: 4,
      reportedOn: '2026-10-21',
      cureBy: '2027-01-19',
      overall: 'Passed',
    })
    expect(reported.findings.map((finding) => [finding.number, finding.cureBy, finding.waitsFor])).toEqual([
      ...[
        [1, '2026-10-07', 'Owner, overdue'],
        [2, '2026-11-20', 'Owner'],
        [3, '2027-01-19', 'Owner'],
        [4, '2026-12-20', 'Owner'],
      ],
    ])
    expect(
      reported.forms.map((form) => [form.bin, form.category, form.cureBy, form.fileBy, form.state]),
    ).toEqual([
      ['MO-13-01101', 'c', '2027-01-19', '2027-03-05', 'Time to cure runs'],
      ['MO-13-01102', 'b', '2027-01-19', '2027-03-05', 'Time to cure runs'],
      ['MO-13-01102', 'c', '2027-01-19', '2027-03-05', 'Time to cure runs'],
    ])
    expect((await mails()).map((mail) => mail.event)).toEqual(['inspection.report'])
    const log = async () =>
      (await portal.owner.query('select source, status_id from non_compliance order by non_compliance_id'))
        .rows
    expect(await log()).toEqual([{ source: 'inspection', status_id: 1 }])
    const scores = await portal.owner.query(
      `select score::float, source from property_inspection where property_id = 1 order by inspection_date desc`,
    )
    expect(scores.rows[0]).toEqual({ score: 76, source: `Agency inspection IN-${id}` })

    setToday('2026-11-18')
    const [late, moderate, file, low] = reported.findings.map((finding) => finding.inspectionFindingId) as [
      number,
      number,
      number,
      number,
    ]
    const answer = (
      persona: string,
      finding: number,
      body: object = { response: 'Done.', correctedOn: '2026-11-17' },
    ) => step(persona, 'InspectionFinding/Answer', finding, body)
    expect((await answer('company.reader', moderate)).status).toBe(403)
    expect((await answer('agency.write', moderate)).status).toBe(403)
    expect((await answer('other.user', moderate)).status).toBe(404)
    expect(
      (await answer('company.writer', moderate, { response: 'Done.', correctedOn: '2026-12-01' })).status,
    ).toBe(400)
    const response = await readBody(answer('company.writer', moderate))
    expect(response).toMatchObject({ statusId: 5, respondedOn: '2026-11-18' })
    expect(response.findings[0]).toMatchObject({
      number: 2,
      waitsFor: 'Agency',
      respondedByName: 'Company Writer',
    })
    const notice = await portal.owner.query(
      'select task_name, notify_user_id from task_message order by task_message_id desc limit 1',
    )
    expect(notice.rows[0]).toEqual({ task_name: `IN-${id}: the owner has answered`, notify_user_id: 2 })

    const query = await readBody(
      step('agency.write', 'InspectionFinding/AskAgain', moderate, {
        reason: 'The photo shows another room.',
      }),
    )
    expect(query.findings.find((finding) => finding.number === 2)).toMatchObject({
      statusId: 1,
      askedAgain: 'The photo shows another room.',
    })
    expect(
      (await step('agency.write', 'InspectionFinding/Extend', low, { until: '2027-02-01', reason: 'Frost' }))
        .body,
    ).toMatchObject({ fields: { until: [expect.stringContaining('Cure by: The last possible day is 01/')] } })
    await readBody(
      step('agency.write', 'InspectionFinding/Extend', low, { until: '2027-01-10', reason: 'Frost' }),
    )
    expect(await step('agency.write', 'InspectionFinding/Accept', late)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('You opened this finding') },
    })
    const loadOpenerFaults = async (persona: string) =>
      (await detail(persona, id)).findings.map((finding) => finding.openerFault)
    expect(new Set(await loadOpenerFaults('agency.write'))).toEqual(
      new Set([expect.stringContaining('somebody else accepts, closes, waives or removes what you opened')]),
    )
    expect(new Set(await loadOpenerFaults('agency.manager'))).toEqual(new Set([null]))
    expect(new Set(await loadOpenerFaults('company.writer'))).toEqual(new Set([null]))
    for (const finding of [late, moderate])
      await readBody(step('agency.manager', 'InspectionFinding/Accept', finding))
    expect((await step('agency.manager', 'InspectionFinding/Accept', late)).status).toBe(409)
    const middle = await detail('agency.read', id)
    expect(middle.forms.map((form) => form.state)).toEqual([
      'Corrected, to file',
      'Time to cure runs',
      'Corrected, to file',
    ])
    const open = middle.forms[1]!.inspection8823DateId
    const fileForm = (id: number, body: object) => step('agency.write', 'Inspection8823Date/File', id, body)
    expect((await fileForm(open, { filedOn: '2026-11-18' })).body).toMatchObject({
      message: expect.stringContaining('still runs'),
    })

    expect(
      (await step('agency.write', `${entity}/ExtendCure`, id, { until: '2027-08-01', reason: 'x' })).status,
    ).toBe(400)
    const extended = await readBody(
      step('agency.write', `${entity}/ExtendCure`, id, {
        until: '2027-02-19',
        reason: 'The owner’s accountant is ill.',
      }),
    )
    expect(extended.forms.map((form) => [form.extendedTo, form.fileBy])).toEqual(
      Array.from({ length: 3 }, () => ['2027-02-19', '2027-04-05']),
    )
    await readBody(step('agency.manager', 'InspectionFinding/Accept', low))

    await mails()
    const [corrected, , second] = extended.forms.map((form) => form.inspection8823DateId) as [
      number,
      number,
      number,
    ]
    const filed = await readBody(fileForm(corrected, { filedOn: '2026-11-18' }))
    expect(filed).toMatchObject({ statusId: 7 })
    expect((await mails())[0]).toMatchObject({
      event: 'inspection.8823',
      recipients: expect.stringContaining('limited@grove.example'),
    })
    expect((await fileForm(corrected, { filedOn: '2026-11-18' })).body).toMatchObject({
      message: expect.stringContaining('nothing is filed twice'),
    })
    await readBody(fileForm(second, { filedOn: '2026-11-18' }))
    setToday('2027-02-20')
    await readBody(fileForm(open, { filedOn: '2027-02-20' }))
    expect(await log()).toEqual([
      { source: 'inspection', status_id: 1 },
      { source: 'form8823', status_id: 1 },
    ])
    expect((await step('agency.write', `${entity}/Close`, id)).body).toMatchObject({
      message: 'It cannot be closed: 1 finding not closed.',
    })

    setToday('2027-03-10')
    await readBody(answer('company.writer', file, { response: 'Certified.', correctedOn: '2027-03-01' }))
    const accepted = await readBody(step('agency.manager', 'InspectionFinding/Accept', file))
    expect(accepted.forms[1]).toMatchObject({
      correctedOn: '2027-03-01',
      state: 'Corrected, second form to file',
    })
    expect((await step('agency.write', `${entity}/Close`, id)).body).toMatchObject({
      message: expect.stringContaining('1 second form to file'),
    })
    const curedInspection = await readBody(fileForm(open, { filedOn: '2027-03-10', second: true }))
    expect(curedInspection.forms[1]).toMatchObject({
      state: 'Back in compliance',
      secondFiledOn: '2027-03-10',
    })
    expect((await fileForm(open, { filedOn: '2027-03-10', second: true })).status).toBe(422)
    const closeOut = await readBody(step('agency.write', `${entity}/Close`, id))
    expect(closeOut).toMatchObject({ statusId: 8, closedOn: '2027-03-10', openPoints: [] })
    expect(closeOut.letters.map((letter) => letter.kind)).toEqual([
      ...[
        'close-out',
        'form 8823',
        'form 8823',
        'form 8823',
        'form 8823',
        'extension',
        'report',
        'visit notice',
      ],
    ])
    expect(await log()).toEqual([
      { source: 'inspection', status_id: 3 },
      { source: 'form8823', status_id: 3 },
    ])
    expect((await step('agency.write', `${entity}/Reopen`, id, { reason: 'A form was wrong.' })).status).toBe(
      403,
    )
    expect(
      await readBody(step('agency.manager', `${entity}/Reopen`, id, { reason: 'A form was wrong.' })),
    ).toMatchObject({
      statusId: 7,
    })
  })

  test('issuing the report of a visit without findings clears the inspection', async () => {
    const id = await visited(false)
    expect(await readBody(step('agency.write', `${entity}/IssueReport`, id))).toMatchObject({
      statusId: 6,
      clearedOn: '2026-10-06',
    })
    expect((await portal.owner.query('select from non_compliance')).rowCount).toBe(0)
    expect(await readBody(step('agency.write', `${entity}/Close`, id))).toMatchObject({ statusId: 8 })
  })
})
