import type { ElementHandle, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { screens } from '#app/screens.ts'
import { FAILURE_SENTENCE } from '#kernel/model/refusals.ts'
import { guard } from '#kernel/web/guard.ts'
import { fill } from './fillBoxes.ts'
import { chosenProperties, loadPlace } from './places.ts'
import { recordWords } from './saidWords.ts'
import { openStage, type Stage } from './stage.ts'
import { PATIENCE, type Visitor } from './visitor.ts'

/**
 * Every button of every screen, with a server that refuses whatever would change something: nobody may be
 * told that it was done, what was typed stays, and the refusal can be read.
 */

let stage: Stage
let property: number

beforeAll(async () => {
  stage = await openStage()
  property = (await chosenProperties(stage.owner)).written
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

/** How many of a person's pages are walked at a time. */
const TOGETHER = 3
const WORDS = 'Refused on purpose'
const KINDS = [422, 409, 403, 503, 'no connection'] as const
/** Calls that change nothing, though they are sent like those that do. */
const READS = /\/api\/(events|users\/(Refresh|authenticate))|\/(Get|Search|Find|Preview)\w*(\/|\?|$)/
/**
 * Buttons that leave, print, save a file or only change what is shown, those named by their key among them.
 */
const PASSED_OVER =
  /^(Export|Print|Download|Search|Filter|Columns|Clear|Previous|Next|Go back|Stay|Dismiss|Show|Hide|Calendar|Today|Choose file|([jkx]|Enter|\?) )/i
const SAYS_WHY = new RegExp(`${WORDS}|${FAILURE_SENTENCE}|No connection|^Not (saved|submitted)|could not`)
const SUCCESS =
  /\b(is|are|was|were) (saved|sent|added|removed|changed|made|imported|submitted|recorded|assigned)\b|^(Saved|Submitted|Sent|Done|Approved)\b/i

/**
 * Refuses in the page what would change something, each time in another way, while `refusing.armed`;
 * `refusing.count` says how often.
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

const arm = (page: Page, armed: boolean) =>
  page.evaluate((on) => {
    window.saidWords = new Set()
    Object.assign(window.refusing, { armed: on })
  }, armed)
const refusals = (page: Page) => page.evaluate(() => window.refusing.count)

const openDialog = (page: Page) => page.getByRole('dialog').filter({ visible: true }).last()

/** What is typed in a dialog. */
const typedIn = (dialog: Locator) =>
  dialog
    .locator('input, textarea')
    .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value))

/** What the page says in its alerts and states. */
const wordsOn = async (page: Page) =>
  (await page.locator('[role=alert], [role=status]').allTextContents()).filter((text) => text.trim() !== '')

type Before = { typed: readonly string[]; said: readonly string[] }

/**
 * What is wrong with the page right after a refusal; `typed` is what stood in its dialog, `said` what the
 * page said already.
 */
async function wrongAfter(page: Page, dialog: Locator | null, { typed, said }: Before): Promise<string[]> {
  const readTexts = () => wordsOn(page)
  const isExplained = async () =>
    [...(await readTexts()), ...(await page.evaluate(() => [...window.saidWords]))].some((text) =>
      SAYS_WHY.test(text),
    )
  const unexplained = await expect
    .poll(isExplained, { timeout: PATIENCE, interval: 20 })
    .toBe(true)
    .then(() => [])
    .catch(() => ['tells nothing of it'])
  // What was stored before the refusal goes on being said.
  const lies = (await readTexts())
    .filter((text) => SUCCESS.test(text) && !said.includes(text))
    .map((text) => `says "${text}"`)
  if (!dialog) return [...unexplained, ...lies]
  if (!(await dialog.isVisible())) return [...unexplained, ...lies, 'closed its dialog']
  const remaining = await typedIn(dialog)
  return [
    ...unexplained,
    ...lies,
    ...(typed.every((text, index) => remaining[index] === text) ? [] : ['lost what was typed']),
  ]
}

/** Closes what is open, as often as it asks back. */
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
    // What stands on top of the question whether to leave is closed first.
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

type Walk = { visitor: Visitor; reached: string[]; wrong: string[] }

type Found = { button: ElementHandle; name: string; kind: string }

/**
 * The first button of the screen that does something and was not pressed yet, by `seen`; or the one of a
 * kind.
 */
async function findButton(
  page: Page,
  readonlySet: ReadonlySet<string>,
  onlyKind: string | null = null,
): Promise<Found | null> {
  const jSHandle = await page.evaluateHandle(
    ([pressed, passedOver, only]) => {
      for (const element of document.querySelectorAll<HTMLElement>('main button, main [role=button]')) {
        if (!element.checkVisibility()) continue
        const cell = element.closest('td')
        const place = cell && [...cell.querySelectorAll('button')].indexOf(element as HTMLButtonElement)
        const name = (element.textContent ?? '').trim()
        // In a table, its place in the line tells what it is for.
        const kind = cell ? `cell ${cell.cellIndex} ${place}` : name
        const changesView = element.matches(':disabled, [aria-expanded], [aria-pressed], [role=tab], th *')
        if (changesView || name.length < 3 || new RegExp(passedOver, 'i').test(name)) continue
        if (only === null ? !pressed.includes(kind) : kind === only) return { button: element, name, kind }
      }
      return null
    },
    [[...readonlySet], PASSED_OVER.source, onlyKind] as const,
  )
  const facts = await jSHandle.evaluate((item) => item && { name: item.name, kind: item.kind })
  return facts && { button: (await jSHandle.getProperty('button')).asElement()!, ...facts }
}

async function isRefusedAgain(visitor: Visitor, button: Found['button']): Promise<boolean> {
  const before = await refusals(visitor.page)
  await button.click({ timeout: 2000 }).catch(() => undefined)
  await visitor.rests()
  return (await refusals(visitor.page)) > before
}

/** Presses one button and, in the dialog it may open, the action it is about. */
async function press({ visitor, reached, wrong }: Walk, { button, kind }: Found, label: string) {
  const { page } = visitor
  await arm(page, true)
  // What a form was storing by itself arrives before: it is not what the button says.
  await visitor.rests()
  const before = await refusals(page)
  const texts = await wordsOn(page)
  const isRefused = async () => (await refusals(page)) > before
  // What the button before has opened late stands in the way, or drew it anew.
  await button.click({ timeout: 2000 }).catch(async () => {
    await closeDialogs(page, label)
    await visitor.rests()
    await (await findButton(page, new Set(), kind))?.button.click({ timeout: 5000 })
  })
  await visitor.rests()
  const dialog = openDialog(page)
  const isDialog = !(await isRefused()) && (await dialog.count()) > 0
  // A question without anything to type is answered, and may be gone; what its action comes to stands on the
  // screen then.
  let hasForm = false
  let draft: string[] = []
  if (isDialog) {
    await fill(dialog)
    // An amount takes its form when it is left.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    hasForm = (await dialog.locator('form[aria-label], textarea').count()) > 0
    draft = await typedIn(dialog)
    const actions = dialog.getByRole('button').filter({ visible: true, hasNotText: /^(Cancel|Close|Keep|$)/ })
    await actions
      .last()
      .click({ timeout: 2000 })
      .catch(() => undefined)
    await visitor.rests()
  }
  if (await isRefused()) {
    const faults = await wrongAfter(page, hasForm ? dialog : null, { typed: draft, said: texts })
    // A form that stored itself meanwhile was refused, not the button: pressed again, it is not.
    if (faults.length === 0 || isDialog || (await isRefusedAgain(visitor, button))) {
      reached.push(label)
      wrong.push(...faults.map((fault) => `${label}: ${fault}`))
    }
  }
  await closeDialogs(page, label)
  await arm(page, false)
}

/** A reason opens by itself the first time, over the work; whoever has read it goes on. */
async function readReasons(page: Page): Promise<void> {
  for (const chip of await page.locator('main button[aria-expanded=true][data-tone]').all())
    await chip.click()
}

/** Comes to a screen within the running app; what was typed on the one before is given up. */
async function arrive({ visitor }: Walk, path: string): Promise<void> {
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

async function walk(visits: Walk, path: string): Promise<void> {
  const { visitor } = visits
  await arrive(visits, path)
  await readReasons(visitor.page)
  const pressed = new Set<string>()
  for (
    let next = await findButton(visitor.page, pressed);
    next;
    next = await findButton(visitor.page, pressed)
  ) {
    pressed.add(next.kind)
    await press(visits, next, `${path} ${next.name}`)
    if (visitor.path().split('?')[0] !== path) await arrive(visits, path)
    await readReasons(visitor.page)
  }
}

/** Where companies do what the agency does not; everything else is walked by the agency. */
const OF_COMPANIES =
  /^.(Messages|VendorList|ReplacementReserve.:id|R4rSuspensionRequest.create|ManagementContactChangeRequest)/

/** All but lists and overviews, where nothing is done beyond choosing what to see. */
const ACTIONS =
  /^(?!\/$|.(admin|blank|companies|users|Projects|ReserveAccounts|dashboard|todolist|ExtensionRequest$)|.*(ChangeRequestList|MultiNav|ReserveList))/

test.each([
  ['company.user', OF_COMPANIES, 7],
  ['agency.admin', ACTIONS, 120],
] as const)(
  'a refused action of %s is never called done',
  async (persona, regExp, minimum) => {
    const visitors = await Promise.all(Array.from({ length: TOGETHER }, () => stage.signedIn(persona)))
    const [first] = visitors as [Visitor]
    const grants = await first.page.evaluate(() =>
      JSON.parse(localStorage.getItem('rooftree.session') ?? 'null'),
    )
    const paths: string[] = []
    for (const screen of screens.filter(({ layout, path }) => layout === 'main' && regExp.test(path))) {
      const place = await loadPlace(screen, stage.owner, property)
      if (!('redirect' in guard(grants, screen, place.path, place.params))) paths.push(place.path)
    }
    const [reached, wrong]: string[][] = [[], []]
    const goAbout = async (visitor: Visitor) => {
      // Three pages of one person store what they type in the same record between the refusals: the second
      // one is told.
      visitor.tolerate(/Refused on purpose|No connection|Failed to fetch|409 \(Conflict\)/)
      // A document opened in a tab of its own would stand before the page, which then hardly draws.
      visitor.page.on('popup', (page) => void page.close())
      await visitor.page.addInitScript(recordWords)
      await visitor.page.addInitScript(refuseWrites, [WORDS, KINDS, READS.source] as const)
      await visitor.visit('/Account')
      for (let path = paths.shift(); path !== undefined; path = paths.shift())
        await walk({ visitor, reached: reached!, wrong: wrong! }, path)
    }
    await Promise.all(visitors.map(goAbout))
    expect(wrong).toEqual([])
    // Fewer would mean that the walk presses nothing any more.
    expect(reached!.length, reached!.join(', ')).toBeGreaterThanOrEqual(minimum)
  },
  900_000,
)
