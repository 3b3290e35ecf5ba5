import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'
import {
  getOutboxLine,
  insertAnnouncedVisit,
  loadStoredVisit,
  openUnit,
  photo,
  readBrowserStorage,
  storeVisitOnDevice,
  waitForAllSent,
  writeFinding,
} from './visitDesk.ts'
import type { Visitor } from './visitor.ts'

const PHONE = { viewport: { width: 390, height: 844 } }
const CUT = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|Failed to load resource/

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

/** Signs an inspector in on a phone and stores the visit on the device. */
async function openInspectorPhone(userName: string, id: number): Promise<Visitor> {
  const visitor = await stage.signedIn(userName, '/Account', PHONE)
  visitor.tolerate(CUT)
  await storeVisitOnDevice(visitor, id)
  return visitor
}

test('with the connection cut at every step and the phone restarted, a visit loses no entry and stores none twice', async () => {
  const id = await insertAnnouncedVisit(stage)
  const { context, page } = await openInspectorPhone('agency.write', id)
  await context.setOffline(true)
  await page.reload()
  await getOutboxLine(page, 'No connection since').waitFor()
  await openUnit(page, '1')
  await page.getByRole('button', { name: 'Add a finding' }).click()
  await page.getByLabel('Description').fill('Outlet of the Sample household')
  await page.reload()
  await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('Outlet of the Sample household')
  await page.getByRole('button', { name: 'Save finding' }).click()
  await getOutboxLine(page, '1 entry waits on this device').waitFor()
  await page.reload()
  await page.getByRole('button', { name: /Outlet of the Sample household/ }).click()
  await page.locator('input[type=file]').setInputFiles(photo)
  await getOutboxLine(page, '1 entry and 1 photo wait on this device').waitFor()
  await page.getByRole('button', { name: 'Back to the lists' }).click()
  await page.getByRole('button', { name: 'Done with unit 1' }).click()
  await getOutboxLine(page, '2 entries and 1 photo wait on this device').waitFor()
  const storedText = await readBrowserStorage(page)
  expect(storedText).not.toContain('household')
  expect(storedText).not.toContain('Window')
  expect(await loadStoredVisit(stage, id)).toMatchObject({
    findings: ['Window does not lock'],
    photos: 0,
    units: [1, 1],
  })
  // The page is closed and opened again, which simulates a restart of the phone.
  const address = page.url()
  await page.close()
  const reopened = await context.newPage()
  await reopened.goto(address)
  await getOutboxLine(reopened, '2 entries and 1 photo wait on this device').waitFor()
  await reopened.getByRole('button', { name: /^1 .*1 finding · on this device/ }).waitFor()
  await context.setOffline(false)
  await waitForAllSent(reopened)
  expect(await loadStoredVisit(stage, id)).toEqual({
    findings: ['Window does not lock', 'Outlet of the Sample household'],
    photos: 1,
    units: [2, 1],
    statusId: 2,
  })
  await context.close()
})

test('an answer that is lost on its way causes no duplicate', async () => {
  const id = await insertAnnouncedVisit(stage)
  const { context, page } = await openInspectorPhone('agency.write', id)
  let lost = 0
  await context.route(/SaveVisitFinding|AddVisitPhoto|LookAtVisitUnit/, async (route) => {
    if (lost % 2 === 0) await route.fetch()
    lost += 1
    return lost % 2 === 1 ? route.abort('failed') : route.continue()
  })
  await openUnit(page, '1')
  await writeFinding(page, 'Outlet does not trip')
  await getOutboxLine(page, '1 entry waits on this device').waitFor()
  const back = () => page.evaluate(() => window.dispatchEvent(new Event('online')))
  await back()
  await waitForAllSent(page)
  await page.getByRole('button', { name: /Outlet does not trip/ }).click()
  await page.locator('input[type=file]').setInputFiles(photo)
  await getOutboxLine(page, '1 photo waits on this device').waitFor()
  await back()
  await waitForAllSent(page)
  expect(lost).toBe(4)
  expect(await loadStoredVisit(stage, id)).toMatchObject({
    findings: ['Window does not lock', 'Outlet does not trip'],
    photos: 1,
  })
  await context.close()
})

test("an entry that a colleague has also changed is shown next to the colleague's, and the person decides", async () => {
  const id = await insertAnnouncedVisit(stage)
  const [mine, theirs] = [
    await openInspectorPhone('agency.write', id),
    await openInspectorPhone('agency.admin', id),
  ]
  await mine.context.setOffline(true)
  for (const [{ page }, text] of [
    [mine, 'Window does not close'],
    [theirs, 'Window is broken'],
  ] as const) {
    await openUnit(page, '2')
    await page.getByRole('button', { name: /Window does not lock/ }).click()
    await page.getByLabel('Description').fill(text)
    await page.getByRole('button', { name: 'Save finding' }).click()
    await page.getByRole('button', { name: 'Add a finding' }).waitFor()
  }
  await waitForAllSent(theirs.page)
  await writeFinding(mine.page, 'Door does not close')
  await mine.context.setOffline(false)
  const { page } = mine
  await getOutboxLine(page, '1 entry needs your decision').waitFor()
  const rejected = page.getByRole('region', { name: 'Not accepted: Finding, Unit 2' })
  await rejected.getByRole('row', { name: 'Description Window does not close Window is broken' }).waitFor()
  await page.reload()
  await rejected.getByRole('button', { name: 'Keep mine' }).click()
  await waitForAllSent(page)
  expect((await loadStoredVisit(stage, id)).findings).toEqual([
    'Window does not close',
    'Door does not close',
  ])
  await mine.context.close()
  await theirs.context.close()
})

test('entries survive signing out and the end of a session, encrypted, and are sent after the next sign-in', async () => {
  const id = await insertAnnouncedVisit(stage)
  const visitor = await openInspectorPhone('agency.write', id)
  const { context, page } = visitor
  visitor.tolerate(/401|400/)
  await context.setOffline(true)
  await openUnit(page, '1')
  await writeFinding(page, 'Outlet of the Sample household')
  await page.getByRole('button', { name: 'Agency Analyst' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('User name').waitFor()
  await page.getByText('1 entry waits on this device').waitFor()
  expect(await readBrowserStorage(page)).not.toContain('household')
  await context.setOffline(false)
  await visitor.signIn('agency.admin', `/inspection/visit/${id}`)
  expect(await page.getByText('on this device', { exact: false }).count()).toBe(0)
  await page.evaluate(() => localStorage.removeItem('rooftree.session'))
  await visitor.signIn('agency.write', `/inspection/visit/${id}`)
  await waitForAllSent(page)
  // The session ends while entries are waiting.
  await context.setOffline(true)
  await openUnit(page, '2')
  await writeFinding(page, 'Door does not close')
  await stage.owner.query('delete from session')
  await context.setOffline(false)
  await visitor.fillSignIn('agency.write')
  await waitForAllSent(page)
  expect((await loadStoredVisit(stage, id)).findings).toEqual([
    ...['Window does not lock', 'Outlet of the Sample household', 'Door does not close'],
  ])
  await context.close()
})
