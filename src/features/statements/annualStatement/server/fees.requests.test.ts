import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import { statementFiling, statementPeople } from '#tests/statementFiling.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(statementPeople)
})
afterAll(() => portal.close())

const { submitted, complete } = statementFiling(() => portal)
const amounts = { 1120: 500, 2110: 200, 3130: 300, 5120: 900, 6320: 100, 6350: 500 }

test('Trust 2.8: the fees charged in a year are account 6320 of its statement, once that is submitted', async () => {
  const loadChargedFees = async () => {
    const { body } = await portal.ask(
      'agency.read',
      'GET',
      '/api/ManagementFeeMax/GetFeeUse/2024?propertyId=1',
    )
    return (body as { rows: { charged: number | null }[] }).rows[0]?.charged
  }
  await complete(2023, amounts)
  expect(await loadChargedFees()).toBeNull()
  await submitted(2024, amounts)
  expect(await loadChargedFees()).toBe(100)
})
