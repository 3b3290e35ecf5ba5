import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { acceptedFaults, type ScreenAspect } from './acceptedFaults.ts'
import {
  expectAccessible,
  findCutFigures,
  findLayoutFaults,
  findOverflowing,
  resize,
  showAsPrinted,
  showOnScreen,
  violations,
} from './accessibility.ts'
import { openLists } from './openEveryList.ts'

const WIDE = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }
/** A desktop window, the same window at 200 % zoom, and a phone. */
const WINDOWS = [WIDE, { width: 720, height: 450 }, PHONE]

/**
 * Milliseconds to wait for the layout, because a header hides what does not fit only after measuring itself.
 */
const LAYOUT_TIMEOUT_MS = 3000

/**
 * How much is measured of a screen: `once` in one window and on a phone, `everyWay` in both color schemes, in
 * print and in every window.
 */
export type InspectionDepth = 'once' | 'everyWay'

/** The screen to inspect: its name in `unmended.ts` and the address that was opened. */
export type InspectedScreen = { page: Page; persona: string; screen: string; address: string }

/** Returns the faults that remain after the page had time to lay itself out. */
async function findLastingFaults(measure: () => Promise<string[]>): Promise<string[]> {
  const end = performance.now() + LAYOUT_TIMEOUT_MS
  let faults = await measure()
  while (faults.length > 0 && performance.now() < end) faults = await measure()
  return faults
}

/**
 * Lists the faults of the screen by aspect: accessibility, layout on a desktop and on a phone, and lists
 * without options.
 */
async function measureScreen(page: Page): Promise<Record<Exclude<ScreenAspect, 'paper'>, string[]>> {
  const access = await violations(page)
  const desk = [...(await findLayoutFaults(page)), ...(await findCutFigures(page))]
  await resize(page, PHONE)
  const phone = await findLastingFaults(() => findOverflowing(page))
  // On a phone the touch area of a link is higher than its text and may overlap the link below, so this is no
  // fault.
  phone.push(
    ...(await findLayoutFaults(page)).filter((fault) => !fault.includes(' covers ')),
    ...(await findCutFigures(page)),
  )
  await resize(page, WIDE)
  const { empty, waiting } = await openLists(page)
  return { access, desk, phone, lists: [...empty, ...waiting] }
}

/** Expects that the screen has exactly the faults that `unmended.ts` lists. */
async function inspectOnce({ page, persona, screen, address }: InspectedScreen): Promise<void> {
  const knownFaults = acceptedFaults.filter(
    (entry) => entry.screen === screen && entry.personas.includes(persona),
  )
  const faults = Object.entries(await measureScreen(page))
  const isListed = (aspect: string) => knownFaults.some((entry) => entry.aspect === aspect)
  const wrong = faults.flatMap(([aspect, words]) =>
    isListed(aspect) ? [] : words.map((fault) => `${aspect}: ${fault}`),
  )
  const mended = faults
    .filter(([aspect, words]) => isListed(aspect) && words.length === 0)
    .map(([aspect]) => aspect)
  expect(wrong, `${persona} at ${address}`).toEqual([])
  expect(mended, `${persona} at ${address}: mended, to be taken out of unmended.ts`).toEqual([])
}

/**
 * Expects that the screen is accessible in both color schemes, and that nothing overflows, is cut or is
 * covered in print and in any window.
 */
async function inspectEveryWay({ page, persona, screen, address }: InspectedScreen): Promise<void> {
  await expectAccessible(page, address)
  await showAsPrinted(page)
  const paper = [...(await findLastingFaults(() => findOverflowing(page))), ...(await findCutFigures(page))]
  await showOnScreen(page)
  const isUnmended = acceptedFaults.some(
    (entry) => entry.screen === screen && entry.aspect === 'paper' && entry.personas.includes(persona),
  )
  if (!isUnmended) expect(paper, `${persona} at ${address}: paper`).toEqual([])
  for (const size of WINDOWS) {
    await resize(page, size)
    const label = `${address}, ${size.width} px`
    await expect.poll(() => findOverflowing(page), { message: label, timeout: LAYOUT_TIMEOUT_MS }).toEqual([])
    expect(await findLayoutFaults(page), label).toEqual([])
  }
  await resize(page, WIDE)
}

export const inspections: Readonly<Record<InspectionDepth, (screen: InspectedScreen) => Promise<void>>> = {
  once: inspectOnce,
  everyWay: inspectEveryWay,
}
