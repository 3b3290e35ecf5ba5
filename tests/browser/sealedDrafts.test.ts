import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { atNewRequest, description, openSessionStage, own, stage } from './sessionStage.ts'
import { PATIENCE } from './visitor.ts'

openSessionStage()

const TYPED = 'Roof above the Sample household, unit 12'

/** Everything the browser keeps of the portal, in words. */
const storedDrafts = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
/** The keys that the browser keeps, as far as a script can tell. */
const storedKeys = (page: Page): Promise<{ type: string; extractable: boolean }[]> =>
  page.evaluate(async () => {
    const settleRequest = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await settleRequest(indexedDB.open('rooftree-key'))
    const entries: { key: CryptoKey }[] = await settleRequest(
      database.transaction('keys').objectStore('keys').getAll(),
    )
    database.close()
    return entries.map(({ key: { type, extractable } }) => ({ type, extractable }))
  })
const isSealed = (page: Page): Promise<boolean> =>
  page.evaluate(() => Object.keys(localStorage).some((name) => name.startsWith('rooftree-sealed:')))

test('TRUST-1.7 what was typed and not saved is its writer’s alone: not read in the browser’s storage, nor by the next person', async () => {
  const visitor = await atNewRequest(own[1]!)
  const { page } = visitor
  await description(page).fill(TYPED)
  await expect.poll(() => isSealed(page), { timeout: PATIENCE }).toBe(true)
  expect(await storedDrafts(page)).not.toContain('household')
  // The key is kept apart from what it seals, as one that cannot be read out.
  expect(await storedDrafts(page)).not.toContain('draftKey')
  const secret = await stage.owner.query<{ secret: string }>(
    `select encode(draft_key, 'base64') as secret from user_secret join app_user using (user_id) where user_name = 'company.user'`,
  )
  expect(await storedDrafts(page)).not.toContain(secret.rows[0]!.secret)
  expect(await storedKeys(page)).toEqual([{ type: 'secret', extractable: false }])
  await page.getByRole('button', { name: 'Company User' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await visitor.arrives('/Login')
  await page.getByLabel('User name').waitFor()
  const after = await storedDrafts(page)
  expect(after).not.toContain('household')
  await expect.poll(() => storedKeys(page)).toEqual([])

  await visitor.signIn('agency.admin', `/ReplacementReserve/0/${own[1]}`)
  await description(page).waitFor()
  expect(await page.getByText('was not saved').count()).toBe(0)
  expect(await storedDrafts(page)).not.toContain('household')
  // As if the browser had been closed and its session forgotten.
  await page.evaluate(() => localStorage.removeItem('rooftree.session'))
  await page.reload()
  await page.getByLabel('User name').waitFor()

  await visitor.signIn('company.user', `/ReplacementReserve/0/${own[1]}`)
  await page.getByRole('button', { name: /^Restore what you typed at/ }).click()
  await expect.poll(() => description(page).inputValue()).toBe(TYPED)
  expect(stage.takeFaults()).toEqual([])
})
