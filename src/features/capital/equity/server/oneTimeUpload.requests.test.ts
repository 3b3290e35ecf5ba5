import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Fault } from '#kernel/model/refusals.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import type { FigureView, OnceUploadOutcome } from '../model/calls.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-06-01T15:00:00Z'))
  await portal.owner.query(`insert into property (property_id, name) overriding system value
    select n, 'Property ' || n from generate_series(1, 6) n on conflict do nothing`)
  await portal.owner.query(`update property set agency_number = 'EQ-' || property_id`)
})
afterEach(() => portal.owner.query('delete from equity_figure'))
afterAll(() => portal.close())

const expectOk = <T>(reply: Reply): T => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as T
}
const uploadRows = (rows: object[], { check = false, persona = 'agency.write' } = {}) =>
  portal.ask(persona, 'POST', `/api/EquityFigure/OneTimeUploads/2024${check ? '?check=true' : ''}`, rows)
const loadFigures = async () =>
  expectOk<FigureView[]>(await portal.ask('agency.read', 'GET', '/api/EquityFigure/GetByProject/1'))
const getAgencyNumber = (propertyId: number) => `EQ-${propertyId}`
const countFigures = async () => (await portal.owner.query('select from equity_figure')).rowCount

test('domain 31: beginning values are uploaded by column headings; uploading again changes nothing', async () => {
  const [first, second] = [getAgencyNumber(1), getAgencyNumber(2)]
  const rows = [
    {
      'Property number': first,
      'Development cost': '$2,900,000.00',
      Mortgages: '2,450,000',
      'Closing report date': '03/15/2024',
      'Cut-off date': '12/31/2024',
      Note: 'Cost certification',
    },
    { Property: second.toLowerCase(), 'Closing report': '2024-05-01', 'Development cost': '' },
  ]
  const outcome = { rows: 2, added: 2, changed: 0, unchanged: 0, faults: [] }
  expect(expectOk<OnceUploadOutcome>(await uploadRows(rows, { check: true }))).toEqual(outcome)
  expect(await countFigures()).toBe(0)
  expect(expectOk<OnceUploadOutcome>(await uploadRows(rows))).toEqual(outcome)
  expect((await loadFigures())[0]).toMatchObject({
    figure: {
      year: 2024,
      initialEquity: 450_000,
      equity: 450_000,
      allowedDistribution: 36_000,
      closingReportDate: '2024-03-15',
      cutoffDate: '2024-12-31',
      note: 'Cost certification',
    },
    setByName: 'Agency Write',
  })
  expect(expectOk<OnceUploadOutcome>(await uploadRows(rows))).toMatchObject({ added: 0, unchanged: 2 })
  expect((await loadFigures())[0]!.figure.version).toBe(1)
})

test('domain 31: an upload with a faulty row stores nothing, and set values do not change', async () => {
  const [first, second] = [getAgencyNumber(1), getAgencyNumber(2)]
  expectOk(await uploadRows([{ propertyNumber: first, closingReportDate: '2024-03-15' }]))
  const rows = [
    { propertyNumber: second, developmentCost: 100_000, originalMortgages: 90_000 },
    { propertyNumber: first, closingReportDate: '2024-04-15' },
    { propertyNumber: 'none', cutoffDate: '2024-12-31' },
    { propertyNumber: second, cutoffDate: '2024-12-31' },
    { propertyNumber: getAgencyNumber(3), developmentCost: 'much' },
    { propertyNumber: getAgencyNumber(4), developmentCost: 5 },
    { propertyNumber: getAgencyNumber(5), principalBefore: 5 },
    { propertyNumber: getAgencyNumber(6), note: 'nothing' },
  ]
  const { faults } = expectOk<OnceUploadOutcome>(await uploadRows(rows, { check: true }))
  expect(faults.map((fault) => `${fault.row} ${fault.field}`)).toEqual([
    ...[
      '2 closingReportDate',
      '3 propertyNumber',
      '4 propertyNumber',
      '5 developmentCost',
      '6 originalMortgages',
    ],
    ...['7 developmentCost', '8 propertyNumber'],
  ])
  expect(faults[0]!.message).toBe(
    'Closing report: The closing report was set for 2024 on 06/01/2026 by Agency Write. Change that figure and say why.',
  )
  const refused = await uploadRows(rows)
  expect([refused.status, await countFigures()]).toEqual([422, 1])
  expect((refused.body as { faults: Fault[] }).faults).toHaveLength(7)
  expect((await uploadRows([{ Vendor: 'Acme' }])).status).toBe(400)
  expect((await uploadRows([rows[0]!], { persona: 'company.admin' })).status).toBe(403)
})
