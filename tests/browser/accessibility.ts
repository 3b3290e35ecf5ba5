import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
type RunOnly = { type: 'tag' | 'rule'; values: string[] }
/** The axe rules whose result depends on the color scheme. */
const colorRules: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']

/**
 * Runs axe on the page and returns each violated rule with its elements. Without `only` it checks WCAG 2.1 A
 * and AA and best practices.
 */
export async function violations(
  page: Page,
  only: RunOnly = { type: 'tag', values: TAGS },
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(async (runOnly) => {
    const { violations: results } = await (window as unknown as { axe: typeof import('axe-core') }).axe.run(
      document,
      {
        runOnly,
        resultTypes: ['violations'],
      },
    )
    return results.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`)
  }, only)
}

/** Switches the page to a color scheme, as the system would, and waits until the page has it. */
async function switchScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await page.waitForFunction(
    (expectedScheme) => document.documentElement.dataset.mantineColorScheme === expectedScheme,
    scheme,
  )
}

/**
 * Expects no violations in the light scheme and no violations of color rules in the dark scheme. `label`
 * names the screen in a failure.
 */
export async function expectAccessible(page: Page, label: string): Promise<void> {
  await switchScheme(page, 'light')
  expect(await violations(page), `${label}, light`).toEqual([])
  await switchScheme(page, 'dark')
  expect(await violations(page, colorRules), `${label}, dark`).toEqual([])
}

/** The size of a printed sheet without its margins of 12 mm, in CSS pixels, upright and landscape. */
const SHEET = { width: 725, height: 940 }
const SHEET_ACROSS = { width: 965, height: 700 }

/** Sets the size of the window and waits until the page is drawn in it. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.waitForFunction((width) => innerWidth === width, size.width)
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

/** Shows the page as it is printed, on a sheet of the orientation that the page asks for. */
export async function showAsPrinted(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  // Before printing, tables render all their rows and columns.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  const isAcross = await page.evaluate(
    () => getComputedStyle(document.body).getPropertyValue('page') === 'across',
  )
  await resize(page, isAcross ? SHEET_ACROSS : SHEET)
}

/** Returns the page from print to screen. */
export async function showOnScreen(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
}

/** Lists elements that extend beyond the page's width. Empty if the page does not scroll sideways. */
export const findOverflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 120))
      .slice(0, 10)
  })

/**
 * Lists the layout faults of the page at its present size, as a person with an enlarged view meets them:
 * controls that cover each other, text that is cut without an ellipsis, and fixed bars that take up more than
 * half of the window.
 */
export const findLayoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const matches: string[] = []
    const describeElement = (element: Element) =>
      (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40) ||
      element.outerHTML.slice(0, 60)
    const findFixedAncestor = (element: Element): Element | null => {
      for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement)
        if (['fixed', 'sticky'].includes(getComputedStyle(ancestor).position)) return ancestor
      return null
    }
    const isVisible = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const clipBox = (element: Element, box: DOMRect) => {
      const clip = { left: box.left, top: box.top, right: box.right, bottom: box.bottom }
      for (
        let parentElement = element.parentElement;
        parentElement && parentElement !== document.body;
        parentElement = parentElement.parentElement
      ) {
        const { overflowX, overflowY } = getComputedStyle(parentElement)
        if (overflowX === 'visible' && overflowY === 'visible') continue
        const frame = parentElement.getBoundingClientRect()
        clip.left = Math.max(clip.left, frame.left)
        clip.top = Math.max(clip.top, frame.top)
        clip.right = Math.min(clip.right, frame.right)
        clip.bottom = Math.min(clip.bottom, frame.bottom)
      }
      return clip
    }
    const controls = [
      ...document.querySelectorAll(
        'a[href], button, input:not([type=hidden], [type=file]), select, textarea',
      ),
    ]
      .filter(
        (element) =>
          isVisible(element) && !element.closest('svg') && element.getBoundingClientRect().width > 2,
      )
      // A link over several lines has a box in each line.
      .flatMap((element) =>
        [...element.getClientRects()].map((box) => ({
          one: element,
          box: clipBox(element, box),
          bar: findFixedAncestor(element),
        })),
      )
      .filter(({ box }) => box.right - box.left > 2 && box.bottom - box.top > 2)
    for (const [index, { one: element, box, bar }] of controls.entries())
      for (const next of controls.slice(index + 1)) {
        if (
          next.bar !== bar ||
          element.contains(next.one) ||
          next.one.contains(element) ||
          element.tagName === 'INPUT'
        )
          continue
        const wide = Math.min(box.right, next.box.right) - Math.max(box.left, next.box.left)
        const high = Math.min(box.bottom, next.box.bottom) - Math.max(box.top, next.box.top)
        if (wide > 3 && high > 3)
          matches.push(`"${describeElement(element)}" covers "${describeElement(next.one)}"`)
      }
    for (const element of document.querySelectorAll<HTMLElement>(
      'h1, h2, h3, h4, p, li, dt, dd, label, button, a, legend, td, th',
    )) {
      const { overflowX, textOverflow, whiteSpace, clipPath } = getComputedStyle(element)
      const hides = overflowX === 'hidden' || overflowX === 'clip'
      const marked = textOverflow === 'ellipsis' || clipPath !== 'none'
      if (
        isVisible(element) &&
        hides &&
        !marked &&
        element.clientWidth > 2 &&
        element.scrollWidth > element.clientWidth + 2
      )
        matches.push(`cut (${whiteSpace}): "${describeElement(element)}"`)
    }
    const bars = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { position } = getComputedStyle(element)
      const box = element.getBoundingClientRect()
      return (
        isVisible(element) &&
        ['fixed', 'sticky'].includes(position) &&
        !element.closest('table, [role=dialog]') &&
        box.width > innerWidth / 2
      )
    })
    const covered = bars
      .filter((bar) => !bars.some((other) => other !== bar && other.contains(bar)))
      .map((bar) => ({ one: bar, box: bar.getBoundingClientRect() }))
      .filter(({ box }) => box.top <= 1 || box.bottom >= innerHeight - 1)
    const height = covered.reduce(
      (sum, { box }) => sum + Math.max(0, Math.min(box.bottom, innerHeight) - Math.max(box.top, 0)),
      0,
    )
    if (height > innerHeight / 2)
      matches.push(
        `${Math.round(height)} of ${innerHeight} px are bars: ${covered.map(({ one }) => describeElement(one)).join('; ')}`,
      )
    return [...new Set(matches)].slice(0, 12)
  })

/** Lists figures that are not fully visible: in inputs that are too narrow, and in cells that cut them. */
export const findCutFigures = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isFigure = (text: string) => /\d/.test(text) && /^[\s$()%+\-–−.,\d/:]+$/.test(text)
    const isCut = (element: HTMLElement) =>
      element.clientWidth > 2 &&
      element.scrollWidth > element.clientWidth + 1 &&
      element.checkVisibility({ visibilityProperty: true })
    const boxes = [...document.querySelectorAll<HTMLInputElement>('main input')]
      .filter((element) => isFigure(element.value) && isCut(element))
      .map(
        (element) =>
          `box "${element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.name}": ${element.value}`,
      )
    const cells = [...document.querySelectorAll<HTMLElement>('main :is(td, th, dd, span, output, p, div)')]
      .filter(
        (element) => element.childElementCount === 0 && isFigure(element.textContent ?? '') && isCut(element),
      )
      .filter((element) => getComputedStyle(element).overflowX !== 'visible')
      .map((element) => `cut: ${element.textContent}`)
    return [...new Set([...boxes, ...cells])].slice(0, 12)
  })

/**
 * Lists the texts inside the selected elements that are drawn over each other, cut without an ellipsis or
 * outside the window.
 */
export const collidingTexts = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate((areas) => {
    const matches: string[] = []
    const findClippingAncestor = (element: Element | null): Element | null =>
      !element || element === document.body
        ? null
        : getComputedStyle(element).overflowX === 'visible'
          ? findClippingAncestor(element.parentElement)
          : element
    const texts: { text: string; node: Node; box: DOMRect }[] = []
    for (const area of document.querySelectorAll(areas)) {
      const walker = document.createTreeWalker(area, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const [text, element] = [node.textContent?.trim() ?? '', node.parentElement!]
        if (text === '' || !element.checkVisibility({ visibilityProperty: true })) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        const clip = findClippingAncestor(element)
        const frame = clip?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight)
        const style = clip && getComputedStyle(clip)
        const mayCut = style && (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none')
        if (frame.width <= 2 || frame.height <= 2) continue
        for (const { left, right, top, bottom } of range.getClientRects()) {
          const [upper, lower] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)]
          if (lower - upper < 4) continue
          if (!mayCut && right > Math.min(frame.right, innerWidth) + 1) matches.push(`"${text}" is cut`)
          const width = Math.min(right, frame.right) - left
          texts.push({ text, node, box: new DOMRect(left, upper, width, lower - upper) })
        }
      }
    }
    for (const [index, { text, node, box }] of texts.entries())
      for (const other of texts.slice(index + 1)) {
        const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
        const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
        if (node !== other.node && wide > 2 && high > 4)
          matches.push(`"${text}" is drawn over "${other.text}"`)
      }
    return [...new Set(matches)].slice(0, 12)
  }, selector)

/**
 * Returns the accessible name of the focused control, and whether its focus is visible. Null if nothing has
 * the focus.
 */
export const getFocused = (page: Page): Promise<{ name: string; html: string; visible: boolean } | null> =>
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
    const isOutlined = (element: Element): boolean => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
      const transparent = outlineColor === 'transparent' || / 0\)$/.test(outlineColor)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1 && !transparent
    }
    const box = here.closest(':focus-within:not(:focus)')
    return {
      name: (name ?? '').trim(),
      html: here.outerHTML.slice(0, 160),
      visible: here.checkVisibility() && (isOutlined(here) || (box !== null && isOutlined(box))),
    }
  })
