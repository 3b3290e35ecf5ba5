import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fileDraft, getPersonaForStep, makeStepCall, type StepName } from '#tests/crash/filing.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner.query('truncate reserve_entry, job_run')
})

/** Enters the opening balance of the account of Maple Grove, which has 48 units. */
const enterOpeningBalance = (day: string, amount: number) =>
  portal.owner.query(
    `insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount) values (1, 1, $1, 'Opening balance', $2)`,
    [day, amount],
  )

describe('the reserve account in the ledger call', () => {
  type ShownAccount = {
    balance: number
    pending: number
    units: number
    perUnit: number
    minimumPerUnit: number
  }
  const loadAccount = async (persona = 'company.writer'): Promise<ShownAccount> => {
    const reply = await portal.ask(persona, 'GET', '/api/ReplacementReserve/GetLedger/1')
    return (reply.body as { account: ShownAccount }).account
  }

  test('submitted requests are pending at claimed amounts, for the agency at approved ones', async () => {
    portal.setNow(null)
    await enterOpeningBalance('2026-01-01', 62_400)
    const request = await fileDraft(portal, 1, 900)
    const takeStep = async (step: StepName) => {
      const { url, body } = makeStepCall(step, request, 250.25)
      expect((await portal.ask(getPersonaForStep(step, 1), 'POST', url, body)).status).toBe(200)
    }
    expect(await loadAccount()).toMatchObject({
      balance: 62_400,
      pending: 0,
      units: 48,
      perUnit: 1300,
      minimumPerUnit: 1000,
    })
    await takeStep('submit')
    expect(await loadAccount()).toMatchObject({ balance: 62_400, pending: 900 })
    for (const step of ['startReview', 'review'] as const) await takeStep(step)
    expect((await loadAccount()).pending).toBe(900)
    expect(await loadAccount('agency.read')).toMatchObject({ balance: 62_400, pending: 250.25 })
    await takeStep('approve')
    expect(await loadAccount()).toMatchObject({ balance: 62_149.75, pending: 0, perUnit: 1294.79 })
    await takeStep('reopen')
    expect(await loadAccount('agency.read')).toMatchObject({ balance: 62_400, pending: 250.25 })
  })

  test('the ledger of a property out of scope is not found', async () => {
    expect((await portal.ask('other.user', 'GET', '/api/ReplacementReserve/GetLedger/1')).status).toBe(404)
  })
})
