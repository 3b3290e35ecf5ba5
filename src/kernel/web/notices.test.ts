import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  clearNoticesOnNavigation,
  currentNotices,
  dismissNotice,
  holdNotices,
  noticeDuration,
  notify,
  subscribeNotices,
} from './notices.ts'

beforeEach(() => {
  vi.useFakeTimers()
  holdNotices(false)
  for (const { id } of currentNotices()) dismissNotice(id)
})
afterEach(() => vi.useRealTimers())

const texts = () => currentNotices().map(({ text, kind }) => `${kind}: ${text}`)

test('UI-01 a notice is green by default and gone after 2500 ms', () => {
  expect(noticeDuration).toBe(2500)
  notify('Request submitted')
  expect(texts()).toEqual(['success: Request submitted'])
  vi.advanceTimersByTime(2499)
  expect(texts()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([])
})

test('UI-01 a failure is a warning with the same time', () => {
  notify('Sorry and Error Occured. It has been logged and will be looked at', { kind: 'warning' })
  expect(texts()[0]).toMatch(/^warning: Sorry/)
  vi.advanceTimersByTime(2500)
  expect(texts()).toEqual([])
})

test('a repeated text is shown only once, and its time starts again', () => {
  notify('Saved')
  vi.advanceTimersByTime(2000)
  notify('Saved')
  expect(texts()).toHaveLength(1)
  vi.advanceTimersByTime(2000)
  expect(texts()).toHaveLength(1)
  vi.advanceTimersByTime(500)
  expect(texts()).toEqual([])
})

test('a notice from before the first page is shown on that page', () => {
  notify('Everything is sent.')
  vi.advanceTimersByTime(1200)
  clearNoticesOnNavigation('/Projects')
  expect(texts()).toEqual(['success: Everything is sent.'])
})

test('TRUST-4.6 another page removes older success notices, but not new ones, errors and those with undo', () => {
  clearNoticesOnNavigation('/Messages')
  notify('The message is sent.')
  notify('Not saved', { kind: 'error' })
  notify('Given to a colleague', { undo: () => undefined })
  vi.advanceTimersByTime(1200)
  notify('The draft is deleted.')
  clearNoticesOnNavigation('/Messages')
  expect(texts()).toHaveLength(4)
  clearNoticesOnNavigation('/Projects')
  expect(texts()).toEqual([
    'error: Not saved',
    'success: Given to a colleague',
    'success: The draft is deleted.',
  ])
})

test('while a person reads a notice none disappears, and afterwards the time starts again', () => {
  notify('One')
  holdNotices(true)
  notify('Two')
  vi.advanceTimersByTime(10_000)
  expect(texts()).toHaveLength(2)
  holdNotices(false)
  vi.advanceTimersByTime(2500)
  expect(texts()).toEqual([])
})

test('a dismissed notice disappears at once, and listeners are called', () => {
  let heard = 0
  const leave = subscribeNotices(() => heard++)
  notify('One')
  dismissNotice(currentNotices()[0]?.id ?? 0)
  dismissNotice(12_345)
  leave()
  expect(texts()).toEqual([])
  expect(heard).toBe(2)
})
