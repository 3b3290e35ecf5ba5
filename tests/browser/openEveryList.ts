import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The lists of a screen: searchable ones, the drop-downs of tables, and those of the browser. */
const LISTS = '[role=combobox], input[aria-haspopup=listbox], select'

/** What opening the lists of a screen came to. */
export type OpenedLists = {
  /** Names of the lists that were opened. */
  opened: string[]
  /** Names of those that offer nothing without saying why. */
  empty: string[]
  /** Names of those that say that their records do not exist yet. */
  waiting: string[]
}

/**
 * Opens every list of the screen that is shown, or of the dialog over it, and closes it again. Lists of one
 * name, such as those of the lines of a table, are opened once.
 */
export async function openLists(page: Page): Promise<OpenedLists> {
  return page.evaluate(async (lists) => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const until = async (holds: () => boolean, patience: number) => {
      for (const end = performance.now() + patience; !holds() && performance.now() < end; ) await nextFrame()
      return holds()
    }
    const options = () =>
      [...document.querySelectorAll('[role=option]')].filter((element) => element.checkVisibility())
    const note = () =>
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
      await until(() => options().length > 0 || note() !== '', 3000)
      const text = note()
      const count = options().length
      list.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }),
      )
      list.blur()
      await until(() => options().length === 0 && note() === '', 3000)
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
 * Opens every list of the screen, each of which offers something or says why not. Answers how many there
 * were.
 */
export async function openEveryList(page: Page, label = page.url()): Promise<number> {
  const { opened: listLabels, empty } = await openLists(page)
  expect(empty, `${label}: lists without anything to choose`).toEqual([])
  return listLabels.length
}
