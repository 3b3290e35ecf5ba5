import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { screens } from '#app/screens.ts'
import { FAILURE_SENTENCE } from '#kernel/model/refusals.ts'
import { guard } from '#kernel/web/guard.ts'
import { chosenProperties, placeOf } from './places.ts'
import { openStage, type Stage } from './stage.ts'
import { PATIENCE, type Visitor } from './visitor.ts'

/**
 * Every button of every screen, with a server that refuses whatever would change something: nobody may be told that it
 * was done, what was typed stays, and the refusal can be read.
 */

let stage: Stage
let property: number

beforeAll(async () => {
  stage = await openStage()
  property = (await chosenProperties(stage.owner)).written
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const WORDS = 'Refused on purpose'
const KINDS = [422, 409, 403, 503, 'no connection'] as const
/** Calls that change nothing, though they are sent like those that do. */
const READS = /\/api\/(events|users\/(Refresh|authenticate))/
/** Buttons that leave, print, save a file or only change what is shown. */
const PASSED_OVER =
  /^(Export|Print|Download|Search|Filter|Columns|Clear|Previous|Next|Go back|Stay|Dismiss|Show|Hide|Calendar|Today|Choose file)/i
const TOLD = new RegExp(`${WORDS}|${FAILURE_SENTENCE}|No connection|^Not (saved|submitted)|could not`)
const SUCCESS =
  /\b(is|are|was|were) (saved|sent|added|removed|changed|made|imported|submitted|recorded|assigned)\b|^(Saved|Submitted|Sent|Done|Approved)\b/i

/** Refuses what would change something, each time in another way; answers how often, and what may be read then. */
async function refuseWrites(page: Page) {
  const refused = { count: 0, armed: false }
  await page.route('**/api/**', async (route: Route) => {
    const request = route.request()
    if (!refused.armed || request.method() === 'GET' || READS.test(request.url())) return route.fallback()
    const kind = KINDS[refused.count % KINDS.length]!
    refused.count += 1
    if (kind === 'no connection') return route.abort('connectionrefused')
    const faults = kind === 422 ? [{ field: '', message: `${WORDS} (422)` }] : undefined
    return route.fulfill({ status: kind, json: { message: `${WORDS} (${kind})`, faults } })
  })
  return refused
}

/** Puts something into every empty box that is open. */
async function fill(within: Locator): Promise<void> {
  for (const rich of await within.locator('[contenteditable=true]').all()) await rich.pressSequentially('Words')
  const boxes = within.locator('input:enabled:visible, textarea:enabled:visible, select:enabled:visible')
  for (const box of await boxes.all()) {
    const { tag, type, role, value, holder, label } = await box.evaluate((one) => ({
      label: (one as HTMLInputElement).labels?.[0]?.textContent ?? '',
      tag: one.tagName,
      type: one.getAttribute('type'),
      role: one.getAttribute('role'),
      value: (one as HTMLInputElement).value,
      holder: one.getAttribute('placeholder'),
    }))
    if (type === 'checkbox' || type === 'radio') await box.check({ force: true, timeout: 1000 }).catch(() => undefined)
    else if (tag === 'SELECT' || type === 'file' || value !== '') continue
    else if (role === 'combobox') {
      await box.focus()
      await box.press('ArrowDown')
      await box.press('ArrowDown')
      await box.press('Enter')
    } else if (holder === 'MM/DD/YYYY') await box.fill('12/15/2026')
    else if (/ZIP/.test(label)) await box.fill('65101')
    else if (/phone/i.test(label)) await box.fill('5735550100')
    else if (type === 'email') await box.fill('somebody@example.org')
    else await box.pressSequentially(tag === 'TEXTAREA' ? 'Words' : '12').catch(() => undefined)
  }
}

const openDialog = (page: Page) => page.getByRole('dialog').filter({ visible: true }).last()

/** What is wrong with the page right after a refusal. */
async function wrongAfter(page: Page, dialog: Locator | null): Promise<string[]> {
  const told = page.locator('[role=alert], [role=status]')
  const words = async () => (await told.allTextContents()).filter((text) => text.trim() !== '')
  const isTold = async () => (await words()).some((text) => TOLD.test(text))
  const tells = await expect
    .poll(isTold, { timeout: PATIENCE })
    .toBe(true)
    .then(() => [])
    .catch(() => ['tells nothing of it'])
  const lies = (await words()).filter((text) => SUCCESS.test(text)).map((text) => `says "${text}"`)
  return [...tells, ...lies, ...(dialog && !(await dialog.isVisible()) ? ['closed its dialog'] : [])]
}

async function closeDialogs(page: Page): Promise<void> {
  for (let tries = 0; tries < 4 && (await page.getByRole('dialog').filter({ visible: true }).count()) > 0; tries += 1) {
    await page.keyboard.press('Escape')
    const leave = page.getByRole('button', { name: /^(Close|Leave) without saving$/ })
    if (await leave.count()) await leave.first().click()
  }
}

type Walk = { visitor: Visitor; refused: { count: number; armed: boolean }; reached: string[]; wrong: string[] }

/** Presses one button and, in the dialog it may open, the deed it is about. */
async function press({ visitor: { page }, refused, reached, wrong }: Walk, button: Locator, where: string) {
  const before = refused.count
  const isRefused = () => refused.count > before
  refused.armed = true
  await button.click({ timeout: 5000 })
  const dialog = openDialog(page)
  await expect
    .poll(async () => isRefused() || (await dialog.count()) > 0, { timeout: 200, interval: 20 })
    .toBe(true)
    .catch(() => undefined)
  const isDialog = !isRefused() && (await dialog.count()) > 0
  // A question before a deed is answered, and gone; what the deed comes to stands on the screen.
  const isForm = isDialog && (await dialog.locator('form[aria-label]').count()) > 0
  if (isDialog) {
    await fill(dialog)
    const deeds = dialog.getByRole('button').filter({ visible: true, hasNotText: /^(Cancel|Close|Keep|$)/ })
    await deeds
      .last()
      .click({ timeout: 2000 })
      .catch(() => undefined)
    await expect
      .poll(isRefused, { timeout: 500, interval: 25 })
      .toBe(true)
      .catch(() => undefined)
  }
  if (isRefused()) {
    reached.push(where)
    wrong.push(...(await wrongAfter(page, isForm ? dialog : null)).map((words) => `${where}: ${words}`))
  }
  await closeDialogs(page)
  refused.armed = false
}

/** Goes to a path though something typed may be lost. */
async function goTo({ visitor }: Walk, path: string): Promise<void> {
  if (visitor.path() === path) return visitor.visit(path)
  await visitor.page.evaluate((hash) => {
    location.hash = hash
  }, path)
  const leave = visitor.page.getByRole('button', { name: 'Leave without saving' })
  await expect.poll(async () => visitor.path() === path || (await leave.count()) > 0, { timeout: PATIENCE }).toBe(true)
  if (await leave.count()) await leave.click()
  await visitor.arrives(path)
  await visitor.answered()
}

async function walk(visits: Walk, path: string): Promise<void> {
  const { page } = visits.visitor
  await goTo(visits, path)
  const buttons = page.locator('main').getByRole('button').filter({ visible: true })
  const seen = new Set<string>()
  for (let index = 0; index < (await buttons.count()); index += 1) {
    const button = buttons.nth(index)
    const { name, kind, changesView } = await button.evaluate((one) => {
      const cell = one.closest('td')
      const place = cell && [...cell.querySelectorAll('button')].indexOf(one as HTMLButtonElement)
      const name = (one.textContent ?? '').trim()
      return {
        name,
        // In a table, its place in the line tells what it is for.
        kind: cell ? `cell ${cell.cellIndex} ${place}` : name,
        changesView: one.matches(':disabled, [aria-expanded], [aria-pressed], [role=tab], th *'),
      }
    })
    if (changesView || name.length < 3 || seen.has(kind) || PASSED_OVER.test(name)) continue
    seen.add(kind)
    await press(visits, button, `${path} ${name}`)
    if (visits.visitor.path() !== path) await goTo(visits, path)
  }
}

test.each([
  ['company.user', 2],
  ['agency.admin', 20],
] as const)(
  'a refused deed of %s is never called done',
  async (persona, least) => {
    const visitor = await stage.signedIn(persona)
    visitor.tolerate(/Refused on purpose|4\d\d \(|503|ERR_CONNECTION_REFUSED|ERR_FAILED/)
    const refused = await refuseWrites(visitor.page)
    const visits: Walk = { visitor, refused, reached: [], wrong: [] }
    const grants = await visitor.page.evaluate(() => JSON.parse(localStorage.getItem('rooftree.session') ?? 'null'))
    for (const screen of screens.filter(({ layout }) => layout === 'main')) {
      const place = await placeOf(screen, stage.owner, property)
      if (!('redirect' in guard(grants, screen, place.path, place.params))) await walk(visits, place.path)
    }
    expect(visits.wrong).toEqual([])
    // Fewer would mean that the walk presses nothing any more.
    expect(visits.reached.length, visits.reached.join(', ')).toBeGreaterThanOrEqual(least)
  },
  400_000,
)
