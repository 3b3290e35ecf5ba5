import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'
import type { Visitor } from './visitor.ts'

let stage: Stage
let visitor: Visitor
beforeAll(async () => {
  stage = await openStage()
  visitor = await stage.open()
  await visitor.visit('/InputSamples')
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const box = (label: RegExp) => visitor.page.getByRole('form', { name: 'Inputs' }).getByLabel(label)
const money = () => box(/^Money with cents/)
const belowZero = () => box(/^Money, 0 or below/)
const dollars = () => box(/^Dollars, not 0/)
const credit = () => box(/^Dollars, also below 0/)
const percent = () => box(/^Percent/)

/** What a box holds after these keys in the place of what stood in it, and after it was left. */
async function typed(input: Locator, keys: string): Promise<string> {
  await input.focus()
  await input.press('ControlOrMeta+a')
  await visitor.page.keyboard.type(keys)
  await input.blur()
  return input.inputValue()
}

/** Pastes a text in the place of all that stands in a box. */
async function paste(input: Locator, text: string): Promise<void> {
  await input.focus()
  await input.press('ControlOrMeta+a')
  await input.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

const findAlert = (regExp: RegExp) => visitor.page.getByRole('alert').filter({ hasText: regExp })

test('a money input takes what is typed', async () => {
  expect(await typed(money(), '4000')).toBe('$4,000.00')
  expect(await typed(money(), '1,234.5')).toBe('$1,234.50')
  expect(await typed(belowZero(), '(50)')).toBe('-$50.00')
  expect(await typed(belowZero(), '-7.25')).toBe('-$7.25')
})

test('VAL-13 a dollar input fills from the right until a comma, a dollar sign or a point is typed', async () => {
  expect(await typed(dollars(), '50000')).toBe('$500.00')
  expect(await typed(dollars(), '500.')).toBe('$500.00')
  expect(await typed(dollars(), '$500')).toBe('$500.00')
  expect(await typed(dollars(), '1,234')).toBe('$1,234.00')
  expect(await typed(percent(), '525')).toBe('5.25%')
})

test('VAL-14 a credit is typed with its minus first, last, or over an amount', async () => {
  expect(await typed(credit(), '-50.00')).toBe('-$50.00')
  expect(await typed(credit(), '-5000')).toBe('-$50.00')
  expect(await typed(credit(), '5000-')).toBe('-$50.00')
  expect(await typed(credit(), '5000')).toBe('$50.00')
})

test('what cannot be taken is refused aloud and empties nothing', async () => {
  for (const input of [money(), dollars()]) {
    await paste(input, '$1,234.50')
    await expect.poll(() => input.inputValue()).toBe('$1,234.50')
    for (const [text, regExp] of [
      ['n/a', /is no amount/],
      ['-5', /cannot be below zero/],
      ['0.005', /finer than a cent/],
    ] as const) {
      await paste(input, text)
      await findAlert(regExp).waitFor()
      expect(await input.inputValue()).toBe('$1,234.50')
    }
    await paste(input, '$ -')
    await expect.poll(() => input.inputValue()).toBe('$0.00')
    await input.press('End')
    await visitor.page.keyboard.type('-')
    await findAlert(/cannot be below zero/).waitFor()
    expect(await input.inputValue()).toBe('$0.00')
  }
  await paste(percent(), '5.12345')
  await findAlert(/At most 2 decimals/).waitFor()
  expect(await percent().inputValue()).toBe('5.25%')
})
