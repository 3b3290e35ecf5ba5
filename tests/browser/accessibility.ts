import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
type RunOnly = { type: 'tag' | 'rule'; values: string[] }
/** The rules whose outcome depends on the color scheme. */
const ofColors: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']

/** What axe finds wrong with the page as it stands: rule, and the elements it is about. */
export async function violations(page: Page, only: RunOnly = { type: 'tag', values: TAGS }): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(async (runOnly) => {
    const { violations: found } = await (window as unknown as { axe: typeof import('axe-core') }).axe.run(document, {
      runOnly,
      resultTypes: ['violations'],
    })
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`)
  }, only)
}

/** Puts the page into a color scheme, as the system would, and waits until it wears it. */
async function wear(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await page.waitForFunction((wanted) => document.documentElement.dataset.mantineColorScheme === wanted, scheme)
}

/** Finds nothing wrong in light, nor with the colors in dark; `where` is named when it does. */
export async function isAccessible(page: Page, where: string): Promise<void> {
  await wear(page, 'light')
  expect(await violations(page), `${where}, light`).toEqual([])
  await wear(page, 'dark')
  expect(await violations(page, ofColors), `${where}, dark`).toEqual([])
}

/** Elements that stand out of the page at its present width; none, where the page does not scroll sideways. */
export const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((one) => one.getBoundingClientRect().right > clientWidth + 1)
      .map((one) => one.outerHTML.slice(0, 120))
      .slice(0, 10)
  })

/** What the focused control is called, and whether its focus can be seen. */
export const focused = (page: Page): Promise<{ name: string; html: string; visible: boolean } | null> =>
  page.evaluate(() => {
    const here = document.activeElement
    if (!(here instanceof HTMLElement) || here === document.body) return null
    const labels = (here as HTMLInputElement).labels
    const labelled = here.getAttribute('aria-labelledby')
    const name =
      here.getAttribute('aria-label') ??
      (labelled ? document.getElementById(labelled)?.textContent : undefined) ??
      labels?.[0]?.textContent ??
      here.textContent
    const outlined = (one: Element): boolean => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one)
      const transparent = outlineColor === 'transparent' || / 0\)$/.test(outlineColor)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1 && !transparent
    }
    const box = here.closest(':focus-within:not(:focus)')
    return {
      name: (name ?? '').trim(),
      html: here.outerHTML.slice(0, 160),
      visible: here.checkVisibility() && (outlined(here) || (box !== null && outlined(box))),
    }
  })
