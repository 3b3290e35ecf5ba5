import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspectionDesk, inspectionStage } from '#tests/inspectionDesk.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
const { of: readBody, step, at: setToday, mails, visited } = inspectionDesk(() => portal)
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(inspectionStage)
})
afterAll(() => portal.close())

const finding = 'InspectionFinding'

test('domain 26.2: one mail a day reminds the owner of all unanswered findings and of no answered one', async () => {
  const id = await visited()
  const remind = (persona: string, line: number, body: object = {}) =>
    step(persona, `${finding}/Remind`, line, body)
  setToday('2026-10-21')
  const reported = await readBody(step('agency.write', 'ComplianceInspection/IssueReport', id))
  const [first, second, third] = reported.findings.map((line) => line.inspectionFindingId) as [
    number,
    number,
    number,
  ]
  setToday('2026-11-13')
  await readBody(
    step('company.writer', `${finding}/Answer`, second, { response: 'Repaired.', correctedOn: '2026-11-12' }),
  )
  expect((await remind('company.writer', first)).status).toBe(403)
  expect((await remind('agency.read', first)).status).toBe(403)
  expect((await remind('agency.write', second)).body).toMatchObject({
    message: expect.stringContaining('not wait'),
  })
  expect((await remind('agency.write', first, { version: 0 })).status).toBe(409)
  await mails()
  const reminded = await readBody(remind('agency.write', first))
  const days = new Map(reminded.findings.map((line) => [line.number, line.remindedOn]))
  expect([1, 2, 3, 4].map((number) => days.get(number))).toEqual([
    '2026-11-13',
    null,
    '2026-11-13',
    '2026-11-13',
  ])
  const notices = await mails()
  expect(notices.map((mail) => mail.event)).toEqual(['inspection.reminder'])
  expect(notices[0]!.recipients).toContain('compliance@one.example')
  expect((await remind('agency.write', third)).body).toMatchObject({
    message: expect.stringContaining('today'),
  })
  setToday('2026-11-20')
  expect(
    (await readBody(remind('agency.write', third))).findings.filter(
      (line) => line.remindedOn === '2026-11-20',
    ),
  ).toHaveLength(3)
})

test('Remind is refused before the report is issued', async () => {
  await visited()
  const [line] = (
    await portal.owner.query<{ id: number }>('select inspection_finding_id as id from inspection_finding')
  ).rows
  expect((await step('agency.write', `${finding}/Remind`, line!.id)).body).toMatchObject({
    message: expect.stringContaining('report is not issued'),
  })
})
