import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import { type Account, findChartFaults } from '../model/index.ts'

type Refusal = { message: string; fields: Record<string, string[]> }

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
const loadChart = async (year: number) =>
  (await portal.ask('company.reader', 'GET', `/api/ChartOfAccounts/GetByYear/${year}`)).body as Account[]
const save = (body: object, persona = 'agency.admin') =>
  portal.ask(persona, 'POST', '/api/ChartOfAccounts/SaveAccount', body)
const end = (code: string, fromYear: number) =>
  portal.ask('agency.admin', 'POST', '/api/ChartOfAccounts/EndAccount', { code, fromYear })
const internet = {
  code: '6455',
  name: 'Internet',
  statement: 'Income and expense',
  section: '6400 Utilities expense',
  position: 141,
  sign: 1,
  formula: null,
}

describe('the chart of accounts', () => {
  test('domain 4.3, 4.4: the published chart has no faults', async () => {
    const chart = await loadChart(2026)
    expect(chart.length).toBeGreaterThan(190)
    expect(findChartFaults(chart)).toEqual([])
    expect(chart.find((item) => item.code === '5152N')?.formula).toBe('5100T - 5200T')
  })

  test('a change of an account applies from a year on, and filed years keep their chart', async () => {
    const open = (await portal.ask('agency.read', 'GET', '/api/ChartOfAccounts/FirstOpenYear')).body as number
    expect((await save({ ...internet, fromYear: open - 1 })).body).toMatchObject({
      fields: { fromYear: [expect.anything()] },
    })
    expect((await save({ ...internet, fromYear: open })).status).toBe(200)
    const total = (await loadChart(open)).find((item) => item.code === '6400T')!
    const { chartAccountId: _, effectiveFrom: __, effectiveTo: ___, ...remaining } = total
    expect((await save({ ...remaining, formula: '6420..6455', fromYear: open + 1 })).status).toBe(200)
    expect((await loadChart(open)).find((item) => item.code === '6400T')?.formula).toBe('6420..6453')
    expect((await loadChart(open + 1)).find((item) => item.code === '6400T')?.formula).toBe('6420..6455')
    expect((await loadChart(open - 1)).some((item) => item.code === '6455')).toBe(false)
    // An earlier year cannot overwrite a later change.
    expect((await save({ ...remaining, name: 'Utilities', fromYear: open })).body).toMatchObject({
      fields: { fromYear: [expect.anything()] },
    })
    expect((await end('6455', open)).status).toBe(200)
    expect((await loadChart(open)).some((item) => item.code === '6455')).toBe(false)
  })

  test('a change that breaks a formula is refused, and only administrators change the chart', async () => {
    const refusal = (await end('5300', 2090)).body as Refusal
    expect(refusal.fields.formula?.[0]).toContain('5000T Total revenue: the formula counts 5300')
    const broken = await save({ ...internet, code: '6499T', formula: '6400T + 6998', fromYear: 2090 })
    expect(broken.status).toBe(422)
    expect((await save({ ...internet, fromYear: 2090 }, 'agency.write')).status).toBe(403)
  })
})
