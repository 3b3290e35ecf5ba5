import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { recordMessages } from './recordMessages.ts'
import { openStage, type Stage } from './stage.ts'
import {
  getOutboxLine,
  insertAnnouncedVisit,
  loadStoredVisit,
  openUnit,
  photo,
  storeVisitOnDevice,
  waitForAllSent,
  writeFinding,
} from './visitDesk.ts'
import { PATIENCE, type Visitor } from './visitor.ts'

const PHONE = { viewport: { width: 390, height: 844 } }
const CUT = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|Failed to load resource/

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

/** Opens a visit on an inspector's phone and then cuts its connection. */
async function openVisitOffline(id: number): Promise<Visitor> {
  const visitor = await stage.signedIn('agency.write', '/Account', PHONE)
  visitor.tolerate(CUT)
  await storeVisitOnDevice(visitor, id)
  await visitor.context.setOffline(true)
  return visitor
}

/** Lets storing fail in these stores of the device as if it were full. Returns a function that undoes it. */
async function simulateFullDevice(page: Page, stores: readonly string[]): Promise<() => Promise<void>> {
  await page.evaluate((names) => {
    const real = IDBObjectStore.prototype.put
    Object.assign(globalThis, { freePut: real })
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args: Parameters<typeof real>) {
      if (names.includes(this.name)) throw new DOMException('No room.', 'QuotaExceededError')
      return real.apply(this, args)
    }
  }, stores)
  return () =>
    page.evaluate(() => {
      IDBObjectStore.prototype.put = (
        globalThis as unknown as { freePut: typeof IDBObjectStore.prototype.put }
      ).freePut
    })
}

/**
 * Draws an image of 320 × 240 pixels in the browser: a checkerboard with sharp edges, or a smooth gradient.
 */
async function drawImage(page: Page, sharp: boolean) {
  const bitmap = await page.evaluate((edges) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 })
    const context = canvas.getContext('2d')!
    for (let x = 0; x < 320; x += 8)
      for (let y = 0; y < 240; y += 8) {
        const shade = edges ? ((x + y) % 16 === 0 ? 30 : 220) : 100 + Math.round(x / 16)
        context.fillStyle = `rgb(${shade},${shade},${shade})`
        context.fillRect(x, y, 8, 8)
      }
    return canvas.toDataURL('image/png')
  }, sharp)
  return { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from(bitmap.split(',')[1]!, 'base64') }
}

test('waiting entries are sent from any screen of the portal, also after the next sign-in', async () => {
  const id = await insertAnnouncedVisit(stage)
  const visitor = await openVisitOffline(id)
  const { context, page } = visitor
  await openUnit(page, '1')
  await writeFinding(page, 'Outlet does not trip')
  await getOutboxLine(page, '1 entry waits on this device').waitFor()
  await page.evaluate(recordMessages)
  await page.evaluate(() => {
    location.hash = '#/Projects'
  })
  await getOutboxLine(page, '1 entry waits on this device').waitFor({ state: 'detached' })
  await context.setOffline(false)
  await expect
    .poll(() => page.evaluate(() => [...window.saidWords]), { timeout: PATIENCE })
    .toContain('Everything waiting on this device was sent.')
  await waitForAllSent(page)
  // The person signs out while an entry is waiting, and signs in again on another screen.
  await visitor.visit(`/inspection/visit/${id}`)
  await context.setOffline(true)
  await openUnit(page, '2')
  await writeFinding(page, 'Door does not close')
  await page.evaluate(() => localStorage.removeItem('rooftree.session'))
  await page.goto('about:blank')
  await context.setOffline(false)
  await visitor.signIn('agency.write', '/Projects')
  await waitForAllSent(page)
  expect((await loadStoredVisit(stage, id)).findings).toEqual([
    ...['Window does not lock', 'Outlet does not trip', 'Door does not close'],
  ])
  await context.close()
})

test('a full device says so, input and stored entries remain, and no entry is stored twice', async () => {
  const id = await insertAnnouncedVisit(stage)
  const { context, page } = await openVisitOffline(id)
  await openUnit(page, '1')
  await page.getByRole('button', { name: 'Add a finding' }).click()
  const byLabel = page.getByLabel('Description')
  await byLabel.fill('Outlet does not trip')
  const free = await simulateFullDevice(page, ['entries'])
  await page.getByRole('button', { name: 'Save finding' }).click()
  await getOutboxLine(page, 'This device is full').waitFor()
  await expect.poll(() => byLabel.inputValue()).toBe('Outlet does not trip')
  await free()
  // There is room for the finding but not for the photo.
  const freeFiles = await simulateFullDevice(page, ['files'])
  await page.locator('input[type=file]').setInputFiles(photo)
  await getOutboxLine(page, /This device is full.*1 entry waits/).waitFor()
  await freeFiles()
  await expect.poll(() => byLabel.inputValue()).toBe('Outlet does not trip')
  await page.locator('input[type=file]').setInputFiles(photo)
  await getOutboxLine(page, '1 entry and 1 photo wait on this device').waitFor()
  await page.reload()
  await getOutboxLine(page, '1 entry and 1 photo wait on this device').waitFor()
  await context.setOffline(false)
  await waitForAllSent(page)
  expect(await loadStoredVisit(stage, id)).toMatchObject({
    findings: ['Window does not lock', 'Outlet does not trip'],
    photos: 1,
  })
  await context.close()
})

test('a blurred photo is reported at once and can be discarded, and a sharp one is not reported', async () => {
  const id = await insertAnnouncedVisit(stage)
  const { context, page } = await openVisitOffline(id)
  await openUnit(page, '2')
  await page.getByRole('button', { name: /Window does not lock/ }).click()
  const camera = page.locator('input[type=file]')
  await camera.setInputFiles(await drawImage(page, true))
  await getOutboxLine(page, '1 photo waits on this device').waitFor()
  expect(await page.getByText(/blurred/).count()).toBe(0)
  await camera.setInputFiles(await drawImage(page, false))
  await getOutboxLine(page, '2 photos wait on this device').waitFor()
  await page.getByText('This photo is blurred.').waitFor()
  await page.getByRole('button', { name: /Photo 2, on this device, blurred/ }).click()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await getOutboxLine(page, '1 photo waits on this device').waitFor()
  await context.setOffline(false)
  await waitForAllSent(page)
  expect((await loadStoredVisit(stage, id)).photos).toBe(1)
  await context.close()
})
