import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Selects all lists of a screen: searchable ones, the drop-downs of tables and native selects. */
const LISTS = '[role=combobox], input[aria-haspopup=listbox], select'

/** The result of opening the lists of a screen. */
export type OpenedLists = {
  /** The names of the lists that were opened. */
  opened: string[]
  /** The names of lists without options and without a reason for that. */
  empty: string[]
  /** The names of lists that say that their records do not exist yet. */
  waiting: string[]
}

/**
 * Opens and closes every list of the current screen, or of the dialog over it. Lists with the same name
 * except for numbers, such as those of table lines, are opened once.
 */
export async function openLists(page: Page): Promise<OpenedLists> {
  return page.evaluate(async (lists) => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const waitUntil = async (holds: () => boolean, timeout: number) => {
      for (const end = performance.now() + timeout; !holds() && performance.now() < end; ) await nextFrame()
      return holds()
    }
    const options = () =>
      [...document.querySelectorAll('[role=option]')].filter((element) => element.checkVisibility())
    const getNote = () =>
      [...document.querySelectorAll('[popover] [role=status]')].find((element) => element.checkVisibility())
        ?.textContent ?? ''
    const getName = (list: HTMLInputElement | HTMLSelectElement) => {
      const label = list.getAttribute('aria-label') ?? list.labels?.[0]?.textContent
      const labelledBy = document.getElementById(list.getAttribute('aria-labelledby') ?? '')?.textContent
      return (label ?? labelledBy ?? list.outerHTML.slice(0, 120)).replaceAll(/\d+/g, '#')
    }
    const open = async (list: HTMLInputElement) => {
      list.focus()
      await nextFrame()
      if (list.getAttribute('aria-expanded') !== 'true') list.click()
      await waitUntil(() => options().length > 0 || getNote() !== '', 3000)
      const text = getNote()
      const count = options().length
      list.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }),
      )
      list.blur()
      await waitUntil(() => options().length === 0 && getNote() === '', 3000)
      return { count, isWaiting: text.startsWith('There is nothing to choose from yet') }
    }
    const dialogs = [...document.querySelectorAll('[role=dialog]')].filter((element) =>
      element.checkVisibility(),
    )
    const screen = dialogs.at(-1) ?? document.querySelector('main')
    const result: OpenedLists = { opened: [], empty: [], waiting: [] }
    for (const list of screen?.querySelectorAll<HTMLInputElement | HTMLSelectElement>(lists) ?? []) {
      if (!list.isConnected || !list.checkVisibility() || list.matches(':disabled, [type=search]')) continue
      const name = getName(list)
      if (result.opened.includes(name)) continue
      result.opened.push(name)
      if (list instanceof HTMLSelectElement) {
        if (![...list.options].some((element) => element.text.trim() !== '')) result.empty.push(name)
        continue
      }
      const { count, isWaiting } = await open(list)
      if (count === 0) (isWaiting ? result.waiting : result.empty).push(name)
    }
    return result
  }, LISTS)
}

/**
 * Opens every list of the screen, expects that each has options or says why not, and returns their number.
 * `label` names the screen in a failure.
 */
export async function openEveryList(page: Page, label = page.url()): Promise<number> {
  const { opened: listLabels, empty } = await openLists(page)
  expect(empty, `${label}: lists without anything to choose`).toEqual([])
  return listLabels.length
}
