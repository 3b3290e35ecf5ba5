import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('4.7 the sign-in page lists the active demonstration accounts, and none if the demonstration is not loaded', async () => {
  const loadAccounts = async () => (await portal.ask('anonymous', 'GET', '/api/users/Demonstration')).body
  expect(await loadAccounts()).toEqual([])
  await portal.owner.query(
    `insert into demonstration_account (user_id, purpose) select user_id, 'Reviews requests' from app_user where user_name = 'agency.write'`,
  )
  expect(await loadAccounts()).toEqual([{ userName: 'agency.write', purpose: 'Reviews requests' }])
  await portal.owner.query(`update app_user set active = false where user_name = 'agency.write'`)
  expect(await loadAccounts()).toEqual([])
})
