import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { description, filedPropertyIds, openNewRequest, openSessionStage, stage } from './sessionStage.ts'
import { PATIENCE } from './visitor.ts'

openSessionStage()

const DRAFT_TEXT = 'Roof above the Sample household, unit 12'

/** The whole local and session storage of the browser as JSON. */
const readBrowserStorage = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
/** The encryption keys in the browser's database, as far as a script can read them. */
const readStoredKeys = (page: Page): Promise<{ type: string; extractable: boolean }[]> =>
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
const hasSealedDraft = (page: Page): Promise<boolean> =>
  page.evaluate(() => Object.keys(localStorage).some((name) => name.startsWith('rooftree-sealed:')))

test("TRUST-1.7 an unsaved draft is encrypted in the browser's storage, hidden from the next person and restored for its writer", async () => {
  const visitor = await openNewRequest(filedPropertyIds[1]!)
  const { page } = visitor
  await description(page).fill(DRAFT_TEXT)
  await expect.poll(() => hasSealedDraft(page), { timeout: PATIENCE }).toBe(true)
  expect(await readBrowserStorage(page)).not.toContain('household')
  // The key is stored apart from the encrypted draft and cannot be exported.
  expect(await readBrowserStorage(page)).not.toContain('draftKey')
  const secret = await stage.owner.query<{ secret: string }>(
    `select encode(draft_key, 'base64') as secret from user_secret join app_user using (user_id) where user_name = 'company.user'`,
  )
  expect(await readBrowserStorage(page)).not.toContain(secret.rows[0]!.secret)
  expect(await readStoredKeys(page)).toEqual([{ type: 'secret', extractable: false }])
  await page.getByRole('button', { name: 'Company User' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await visitor.arrives('/Login')
  await page.getByLabel('User name').waitFor()
  const after = await readBrowserStorage(page)
  expect(after).not.toContain('household')
  await expect.poll(() => readStoredKeys(page)).toEqual([])

  await visitor.signIn('agency.admin', `/ReplacementReserve/0/${filedPropertyIds[1]}`)
  await description(page).waitFor()
  expect(await page.getByText('was not saved').count()).toBe(0)
  expect(await readBrowserStorage(page)).not.toContain('household')
  // The session is deleted, as if the browser had been closed.
  await page.evaluate(() => localStorage.removeItem('rooftree.session'))
  await page.reload()
  await page.getByLabel('User name').waitFor()

  await visitor.signIn('company.user', `/ReplacementReserve/0/${filedPropertyIds[1]}`)
  await page.getByRole('button', { name: /^Restore what you typed at/ }).click()
  await expect.poll(() => description(page).inputValue()).toBe(DRAFT_TEXT)
  expect(stage.takeFaults()).toEqual([])
})
