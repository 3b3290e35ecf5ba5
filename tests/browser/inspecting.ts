import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  crowded,
  cutFigures,
  isAccessible,
  putOnPaper,
  resize,
  sideways,
  takeFromPaper,
  violations,
} from './accessibility.ts'
import { openLists } from './openEveryList.ts'
import { type Aspect, unmended } from './unmended.ts'

const WIDE = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }
/** A desk, the same at twice its size, and a telephone. */
const WINDOWS = [WIDE, { width: 720, height: 450 }, PHONE]

/** A header folds what has no room once it has measured itself. */
const PATIENCE_WITH_LAYOUT = 3000

/** What is measured of a screen: as it stands in the one window, or in both schemes and in every window. */
export type Measured = 'once' | 'everyWay'

/**
 * The screen that is inspected, as the list of what is not mended names it, and the address it was visited
 * at.
 */
export type Inspected = { page: Page; persona: string; screen: string; address: string }

/** What is still wrong once the page has had time to lay itself out. */
async function findLasting(measure: () => Promise<string[]>): Promise<string[]> {
  const end = performance.now() + PATIENCE_WITH_LAYOUT
  let faults = await measure()
  while (faults.length > 0 && performance.now() < end) faults = await measure()
  return faults
}

/**
 * What is wrong with the screen as it stands, on a telephone, and with the choices of its lists.
 */
async function measureScreen(page: Page): Promise<Record<Exclude<Aspect, 'paper'>, string[]>> {
  const access = await violations(page)
  const desk = [...(await crowded(page)), ...(await cutFigures(page))]
  await resize(page, PHONE)
  const phone = await findLasting(() => sideways(page))
  // For a finger the place of a link is taller than its words, and may touch the one below.
  phone.push(
    ...(await crowded(page)).filter((fault) => !fault.includes(' covers ')),
    ...(await cutFigures(page)),
  )
  await resize(page, WIDE)
  const { empty, waiting } = await openLists(page)
  return { access, desk, phone, lists: [...empty, ...waiting] }
}

/**
 * Nothing is wrong with the screen but what is listed as not mended, and nothing is listed that is mended.
 */
async function inspectOnce({ page, persona, screen, address }: Inspected): Promise<void> {
  const unmendeds = unmended.filter((entry) => entry.screen === screen && entry.personas.includes(persona))
  const faults = Object.entries(await measureScreen(page))
  const isListed = (aspect: string) => unmendeds.some((entry) => entry.aspect === aspect)
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
 * Accessible in both schemes; in no window does anything run off sideways, and in none is it cut or covered.
 */
async function inspectEveryWay({ page, persona, screen, address }: Inspected): Promise<void> {
  await isAccessible(page, address)
  await putOnPaper(page)
  const paper = [...(await findLasting(() => sideways(page))), ...(await cutFigures(page))]
  await takeFromPaper(page)
  const isUnmended = unmended.some(
    (entry) => entry.screen === screen && entry.aspect === 'paper' && entry.personas.includes(persona),
  )
  if (!isUnmended) expect(paper, `${persona} at ${address}: paper`).toEqual([])
  for (const size of WINDOWS) {
    await resize(page, size)
    const label = `${address}, ${size.width} px`
    await expect.poll(() => sideways(page), { message: label, timeout: PATIENCE_WITH_LAYOUT }).toEqual([])
    expect(await crowded(page), label).toEqual([])
  }
  await resize(page, WIDE)
}

export const inspections: Readonly<Record<Measured, (screen: Inspected) => Promise<void>>> = {
  once: inspectOnce,
  everyWay: inspectEveryWay,
}
