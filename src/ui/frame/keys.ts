import { useEffect, useRef, useSyncExternalStore } from 'react'
import { currentSession } from '#kernel/web/session.ts'
import { isSomethingOpen } from './escape.ts'

/** An action that has a key in addition to its button. */
export type ScreenKey = {
  /**
   * The key as in `KeyboardEvent.key`: `j`, `?`, `Enter`, `[`. With Ctrl or Cmd it is in lower case: `Ctrl
   * enter`.
   */
  key: string
  /** The description of the action in the list of keys. */
  label: string
  run: () => void
}

/** Keys that share one heading in the list of keys. */
type KeySet = { title: string; keys: readonly ScreenKey[]; dialog: boolean }

const sets = new Set<{ current: KeySet }>()
const listeners = new Set<() => void>()
let listOpen = false

/**
 * Declares keys while the component is mounted. If two declare the same key, the last one wins. Keys do
 * nothing while the user types, but letters work in fields of digits. While a dialog is open, only keys with
 * `dialog` work.
 */
export function useKeys(title: string, keys: readonly ScreenKey[], { dialog = false } = {}): void {
  const set = useRef<KeySet>({ title, keys, dialog })
  set.current = { title, keys, dialog }
  useEffect(() => {
    if (sets.size === 0) {
      window.addEventListener('keydown', noteDialog, true)
      document.addEventListener('keydown', press)
    }
    sets.add(set)
    return () => {
      sets.delete(set)
      if (sets.size > 0) return
      window.removeEventListener('keydown', noteDialog, true)
      document.removeEventListener('keydown', press)
    }
  }, [])
}

/** Returns all keys declared now by their headings, those of the screen before those of its frame. */
export function declaredKeys(): readonly (readonly [string, readonly ScreenKey[]])[] {
  const keySets = [...sets].map(({ current }) => current).reverse()
  const byTitle = Map.groupBy(keySets, ({ title }) => title)
  // Two tables of one screen declare the same keys; they are listed once.
  const once = (keys: readonly ScreenKey[]) => [...new Map(keys.map((each) => [each.key, each])).values()]
  return [...byTitle].map(([title, all]) => [title, once(all.flatMap(({ keys }) => keys))] as const)
}

/** Opens or closes the list of keys. */
export function showKeys(open = true): void {
  listOpen = open
  notify()
}

const notify = () => {
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns whether the list of keys is open. */
export const useKeysShown = (): boolean => useSyncExternalStore(subscribe, () => listOpen)

const getPlace = () => `rooftree-single-keys-off ${currentSession()?.userId ?? 0}`
const singleKeys = (): boolean => localStorage.getItem(getPlace()) === null

/**
 * Whether this person uses single-character keys. People who dictate, or press them by mistake, can turn them
 * off (WCAG 2.1.4).
 */
export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, singleKeys)

/** Turns single-character keys on or off for this person. */
export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(getPlace())
  else localStorage.setItem(getPlace(), 'off')
  notify()
}

/** Whether the focused element handles a key itself. */
function belongsTo(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.matches('textarea, select, [role=combobox], [role=listbox]'))
    return true
  if (target.matches('input:not([type=checkbox], [type=radio])'))
    return !(target.matches('[inputmode=decimal], [inputmode=numeric]') && /^[a-z?[\]]$/.test(key))
  return key === 'Enter' && target.closest('a, button, summary') !== null
}

/**
 * Whether a dialog was open when the key was pressed, because the key that closes it must not do anything
 * else.
 */
let inDialog = false
function noteDialog({ target, key, ctrlKey, metaKey }: KeyboardEvent): void {
  // Text typed into a field triggers no key, so it skips the search for a dialog, which is slow on a long
  // page.
  if (key.length === 1 && !ctrlKey && !metaKey && belongsTo(target, key)) return
  inDialog = document.querySelector('[role=dialog][aria-modal=true]') !== null
}

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.altKey) return
  if (event.key === 'Escape' && isSomethingOpen()) return
  const withControl = event.ctrlKey || event.metaKey
  const key = withControl ? `Ctrl ${event.key.toLowerCase()}` : event.key
  if (!withControl && ((key.length === 1 && !singleKeys()) || belongsTo(event.target, key))) return
  const screenKey = [...sets]
    .reverse()
    .filter(({ current }) => !inDialog || current.dialog)
    .flatMap(({ current }) => current.keys)
    .find((item) => item.key === key)
  if (!screenKey) return
  event.preventDefault()
  screenKey.run()
}
