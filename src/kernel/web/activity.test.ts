import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  isLoading,
  overlayDelay,
  requestEnded,
  requestStarted,
  resetRequests,
  subscribeActivity,
} from './activity.ts'

beforeEach(() => {
  vi.useFakeTimers()
  resetRequests()
})
afterEach(() => vi.useRealTimers())

test('UI-02 the overlay hides 1000 ms after the last of three requests ends', () => {
  requestStarted()
  requestStarted()
  requestStarted()
  requestEnded()
  requestEnded()
  vi.advanceTimersByTime(5000)
  expect(isLoading()).toBe(true)
  requestEnded()
  vi.advanceTimersByTime(999)
  expect(isLoading()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(isLoading()).toBe(false)
  expect(overlayDelay).toBe(1000)
})

test('UI-02 a request within the second cancels the hide timer', () => {
  requestStarted()
  requestEnded()
  vi.advanceTimersByTime(900)
  requestStarted()
  vi.advanceTimersByTime(5000)
  expect(isLoading()).toBe(true)
  requestEnded()
  vi.advanceTimersByTime(1000)
  expect(isLoading()).toBe(false)
})

test('ERR-02 a reset hides the overlay, and later ends of earlier requests are ignored', () => {
  requestStarted()
  requestStarted()
  resetRequests()
  expect(isLoading()).toBe(false)
  requestEnded()
  requestStarted()
  requestEnded()
  vi.advanceTimersByTime(1000)
  expect(isLoading()).toBe(false)
})

test('a listener is called once for each change until it unsubscribes', () => {
  const heard: boolean[] = []
  const leave = subscribeActivity(() => heard.push(isLoading()))
  requestStarted()
  requestStarted()
  requestEnded()
  requestEnded()
  vi.advanceTimersByTime(1000)
  leave()
  requestStarted()
  expect(heard).toEqual([true, false])
})
