import type { ElementHandle, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { screens } from '#app/screens.ts'
import { FAILURE_SENTENCE } from '#kernel/model/refusals.ts'
import { guard } from '#kernel/web/guard.ts'
import { fillEmptyBoxes } from './fillBoxes.ts'
import { buildScreenAddress, chooseProperties } from './places.ts'
import { recordMessages } from './recordMessages.ts'
import { openStage, type Stage } from './stage.ts'
import { PATIENCE, type Visitor } from './visitor.ts'

/**
 * Presses every button of every screen while the server refuses all changes. No screen may say that the
 * action was done, input must remain, and the refusal must be shown.
 */

let stage: Stage
let property: number

beforeAll(async () => {
  stage = await openStage()
  property = (await chooseProperties(stage.owner)).written
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

/** How many pages of one person run at a time. */
const PARALLEL_PAGES = 3
const REFUSAL_TEXT = 'Refused on purpose'
const KINDS = [422, 409, 403, 503, 'no connection'] as const
/** Calls that change nothing although they use the same methods as changes. */
const READS = /\/api\/(events|users\/(Refresh|authenticate))|\/(Get|Search|Find|Preview)\w*(\/|\?|$)/
/**
 * Names of buttons that leave, print, save a file or only change the view, including buttons that are named
 * by their key.
 */
const SKIPPED_BUTTONS =
  /^(Export|Print|Download|Search|Filter|Columns|Clear|Previous|Next|Go back|Stay|Dismiss|Show|Hide|Calendar|Today|Choose file|([jkx]|Enter|\?) )/i
const EXPLANATIONS = new RegExp(
  `${REFUSAL_TEXT}|${FAILURE_SENTENCE}|No connection|^Not (saved|submitted)|could not`,
)
const SUCCESS =
  /\b(is|are|was|were) (saved|sent|added|removed|changed|made|imported|submitted|recorded|assigned)\b|^(Saved|Submitted|Sent|Done|Approved)\b/i

/**
 * Replaces `fetch` in the page: while `refusing.armed` is true, each changing call is refused, in a different
 * way each time, and counted in `refusing.count`.
 */
function refuseWrites([words, kinds, reads]: readonly [string, readonly (number | string)[], string]): void {
  const state = { armed: false, count: 0 }
  Object.assign(window, { refusing: state })
  const real = window.fetch
  window.fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    const isRead = (init?.method ?? 'GET') === 'GET' || new RegExp(reads).test(url)
    if (!state.armed || isRead || !url.includes('/api/')) return real(input, init)
    const kind = kinds[state.count % kinds.length]
    state.count += 1
    if (typeof kind !== 'number') throw new TypeError('Failed to fetch')
    const faults = kind === 422 ? [{ field: '', message: `${words} (422)` }] : undefined
    return Response.json({ message: `${words} (${kind})`, faults }, { status: kind })
  }
}
declare global {
  interface Window {
    refusing: { armed: boolean; count: number }
  }
}

const setRefusing = (page: Page, armed: boolean) =>
  page.evaluate((on) => {
    window.saidWords = new Set()
    Object.assign(window.refusing, { armed: on })
  }, armed)
const countRefusals = (page: Page) => page.evaluate(() => window.refusing.count)

const openDialog = (page: Page) => page.getByRole('dialog').filter({ visible: true }).last()

/** The values of the boxes in a dialog. */
const readBoxes = (dialog: Locator) =>
  dialog
    .locator('input, textarea')
    .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value))

/** The texts of the page's alerts and status messages. */
const readMessages = async (page: Page) =>
  (await page.locator('[role=alert], [role=status]').allTextContents()).filter((text) => text.trim() !== '')

type StateBefore = { typed: readonly string[]; said: readonly string[] }

/**
 * Lists the faults of the page right after a refusal. `typed` is the input in its dialog, and `said` are the
 * messages shown before.
 */
async function findFaultsAfterRefusal(
  page: Page,
  dialog: Locator | null,
  { typed, said }: StateBefore,
): Promise<string[]> {
  const readTexts = () => readMessages(page)
  const isExplained = async () =>
    [...(await readTexts()), ...(await page.evaluate(() => [...window.saidWords]))].some((text) =>
      EXPLANATIONS.test(text),
    )
  const unexplained = await expect
    .poll(isExplained, { timeout: PATIENCE, interval: 20 })
    .toBe(true)
    .then(() => [])
    .catch(() => ['tells nothing of it'])
  // A message about an earlier success may remain.
  const falseSuccesses = (await readTexts())
    .filter((text) => SUCCESS.test(text) && !said.includes(text))
    .map((text) => `says "${text}"`)
  if (!dialog) return [...unexplained, ...falseSuccesses]
  if (!(await dialog.isVisible())) return [...unexplained, ...falseSuccesses, 'closed its dialog']
  const remaining = await readBoxes(dialog)
  return [
    ...unexplained,
    ...falseSuccesses,
    ...(typed.every((text, index) => remaining[index] === text) ? [] : ['lost what was typed']),
  ]
}

/** Closes all open dialogs, including the questions whether to leave. */
async function closeDialogs(page: Page, label: string): Promise<void> {
  const dialogs = page.getByRole('dialog').filter({ visible: true })
  const leave = page.getByRole('button', { name: /^(Close|Leave) without saving$/ }).first()
  for (let tries = 0; (await dialogs.count()) > 0; tries += 1) {
    if (tries > 20) throw new Error(`${label}: its dialog stays: ${await dialogs.last().textContent()}`)
    const leaves =
      (await leave.isVisible()) &&
      (await leave.click({ timeout: 500 }).then(
        () => true,
        () => false,
      ))
    // A dialog over the question whether to leave is closed first.
    if (!leaves) await page.keyboard.press('Escape')
    const remaining = await dialogs.count()
    const hasAnswer = async () => (await leave.isVisible()) || (await dialogs.count()) < remaining
    if (remaining > 0)
      await expect
        .poll(hasAnswer, { timeout: 500, interval: 20 })
        .toBe(true)
        .catch(() => undefined)
  }
}

type Tour = { visitor: Visitor; reached: string[]; wrong: string[] }

type FoundButton = { button: ElementHandle; name: string; kind: string }

/**
 * Finds the first visible button of the screen that does something and whose kind was not pressed yet. With
 * `onlyKind`, it finds the button of that kind.
 */
async function findButton(
  page: Page,
  pressedKinds: ReadonlySet<string>,
  onlyKind: string | null = null,
): Promise<FoundButton | null> {
  const handle = await page.evaluateHandle(
    ([pressed, passedOver, only]) => {
      for (const element of document.querySelectorAll<HTMLElement>('main button, main [role=button]')) {
        if (!element.checkVisibility()) continue
        const cell = element.closest('td')
        const place = cell && [...cell.querySelectorAll('button')].indexOf(element as HTMLButtonElement)
        const name = (element.textContent ?? '').trim()
        // In a table, buttons at the same place of a row are of one kind.
        const kind = cell ? `cell ${cell.cellIndex} ${place}` : name
        const changesView = element.matches(':disabled, [aria-expanded], [aria-pressed], [role=tab], th *')
        if (changesView || name.length < 3 || new RegExp(passedOver, 'i').test(name)) continue
        if (only === null ? !pressed.includes(kind) : kind === only) return { button: element, name, kind }
      }
      return null
    },
    [[...pressedKinds], SKIPPED_BUTTONS.source, onlyKind] as const,
  )
  const facts = await handle.evaluate((item) => item && { name: item.name, kind: item.kind })
  return facts && { button: (await handle.getProperty('button')).asElement()!, ...facts }
}

async function isRefusedAgain(visitor: Visitor, button: FoundButton['button']): Promise<boolean> {
  const before = await countRefusals(visitor.page)
  await button.click({ timeout: 2000 }).catch(() => undefined)
  await visitor.rests()
  return (await countRefusals(visitor.page)) > before
}

/** Presses one button and, in the dialog that it may open, the main action. */
async function press({ visitor, reached, wrong }: Tour, { button, kind }: FoundButton, label: string) {
  const { page } = visitor
  await setRefusing(page, true)
  // Waits for a form that is saving itself, so that its refusal is not counted for the button.
  await visitor.rests()
  const before = await countRefusals(page)
  const texts = await readMessages(page)
  const isRefused = async () => (await countRefusals(page)) > before
  // A dialog that opened late may cover the button, or the button may have been rendered again.
  await button.click({ timeout: 2000 }).catch(async () => {
    await closeDialogs(page, label)
    await visitor.rests()
    await (await findButton(page, new Set(), kind))?.button.click({ timeout: 5000 })
  })
  await visitor.rests()
  const dialog = openDialog(page)
  const isDialog = !(await isRefused()) && (await dialog.count()) > 0
  // A dialog without boxes may close after its action. The result is then shown on the screen.
  let hasForm = false
  let draft: string[] = []
  if (isDialog) {
    await fillEmptyBoxes(dialog)
    // An amount is formatted when its box loses the focus.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    hasForm = (await dialog.locator('form[aria-label], textarea').count()) > 0
    draft = await readBoxes(dialog)
    const actions = dialog.getByRole('button').filter({ visible: true, hasNotText: /^(Cancel|Close|Keep|$)/ })
    await actions
      .last()
      .click({ timeout: 2000 })
      .catch(() => undefined)
    await visitor.rests()
  }
  if (await isRefused()) {
    const faults = await findFaultsAfterRefusal(page, hasForm ? dialog : null, { typed: draft, said: texts })
    // A form that saved itself may have been refused instead of the button. If the button is pressed again,
    // it is not refused.
    if (faults.length === 0 || isDialog || (await isRefusedAgain(visitor, button))) {
      reached.push(label)
      wrong.push(...faults.map((fault) => `${label}: ${fault}`))
    }
  }
  await closeDialogs(page, label)
  await setRefusing(page, false)
}

/** The reason for a return opens by itself the first time and covers the screen, so it is closed. */
async function closeReasons(page: Page): Promise<void> {
  for (const chip of await page.locator('main button[aria-expanded=true][data-tone]').all())
    await chip.click()
}

/** Opens a screen within the running app, giving up input on the screen before. */
async function openScreen({ visitor }: Tour, path: string): Promise<void> {
  const { page } = visitor
  if (visitor.path() === path) return visitor.visit(path)
  await page.evaluate((hash) => {
    location.hash = hash
  }, path)
  await visitor.rests()
  const leave = page.getByRole('button', { name: 'Leave without saving' })
  if (await leave.count()) await leave.click()
  await visitor.rests()
  await visitor.settled()
}

async function pressAllButtons(visits: Tour, path: string): Promise<void> {
  const { visitor } = visits
  await openScreen(visits, path)
  await closeReasons(visitor.page)
  const pressed = new Set<string>()
  for (
    let next = await findButton(visitor.page, pressed);
    next;
    next = await findButton(visitor.page, pressed)
  ) {
    pressed.add(next.kind)
    await press(visits, next, `${path} ${next.name}`)
    if (visitor.path().split('?')[0] !== path) await openScreen(visits, path)
    await closeReasons(visitor.page)
  }
}

/** Screens on which companies do more than the agency. All others are tested as the agency. */
const COMPANY_SCREENS =
  /^.(Messages|VendorList|ReplacementReserve.:id|R4rSuspensionRequest.create|ManagementContactChangeRequest)/

/** All screens except lists and overviews, which only show records. */
const ACTION_SCREENS =
  /^(?!\/$|.(admin|blank|companies|users|Projects|ReserveAccounts|dashboard|todolist|ExtensionRequest$)|.*(ChangeRequestList|MultiNav|ReserveList))/

test.each([
  ['company.user', COMPANY_SCREENS, 7],
  ['agency.admin', ACTION_SCREENS, 120],
] as const)(
  'no screen says that a refused action of %s was done',
  async (persona, regExp, minimum) => {
    const visitors = await Promise.all(Array.from({ length: PARALLEL_PAGES }, () => stage.signedIn(persona)))
    const [first] = visitors as [Visitor]
    const grants = await first.page.evaluate(() =>
      JSON.parse(localStorage.getItem('rooftree.session') ?? 'null'),
    )
    const paths: string[] = []
    for (const screen of screens.filter(({ layout, path }) => layout === 'main' && regExp.test(path))) {
      const place = await buildScreenAddress(screen, stage.owner, property)
      if (!('redirect' in guard(grants, screen, place.path, place.params))) paths.push(place.path)
    }
    const [reached, wrong]: string[][] = [[], []]
    const runPage = async (visitor: Visitor) => {
      // Parallel pages of one person save the same record between the refusals, which causes conflicts.
      visitor.tolerate(/Refused on purpose|No connection|Failed to fetch|409 \(Conflict\)/)
      // A document in a new tab would cover the page, which would then hardly be drawn.
      visitor.page.on('popup', (page) => void page.close())
      await visitor.page.addInitScript(recordMessages)
      await visitor.page.addInitScript(refuseWrites, [REFUSAL_TEXT, KINDS, READS.source] as const)
      await visitor.visit('/Account')
      for (let path = paths.shift(); path !== undefined; path = paths.shift())
        await pressAllButtons({ visitor, reached: reached!, wrong: wrong! }, path)
    }
    await Promise.all(visitors.map(runPage))
    expect(wrong).toEqual([])
    // A smaller number would mean that the test no longer presses the buttons.
    expect(reached!.length, reached!.join(', ')).toBeGreaterThanOrEqual(minimum)
  },
  900_000,
)
